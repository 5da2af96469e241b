import { isIP } from 'node:net';
import type { Position } from '@suyuan/contract';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as configService from '../../system/setting/setting.service.ts';
import { regionOf } from '../place/place.service.ts';
import { regionAt } from '../place/position.ts';
import * as scanCaseService from '../scan-case/scan-case.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './consumer-report.queries.ts';
import { redrawn } from './picture.ts';

export interface SentReport {
  scan?: string | undefined;
  /** Typed code, without a scan. */
  code?: string | undefined;
  words?: string | undefined;
  contact?: string | undefined;
  boughtAt?: string | undefined;
  picture?: Buffer | undefined;
  ip: string;
  device: Buffer;
}

/**
 * Adds a consumer's report to the case of its code.
 * @throws reportEmpty, reportScanOver, reportTwice, reportPictureTooLarge, reportPictureWrong, busy
 */
export async function take(installation: Installation, sent: SentReport): Promise<void> {
  const { db } = installation;
  const { scan, code = '', ip, device } = sent;
  const [words, contact, boughtAt] = [plain(sent.words, 500), plain(sent.contact, 100), plain(sent.boughtAt, 100)];
  if (!words && !sent.picture) throw new Problem('reportEmpty', { field: 'words' });
  const about = scan === undefined ? await typed(installation, code) : await scanned(installation, scan);
  const picture = sent.picture ? await redrawn(sent.picture) : null;
  const address = ip.split('%')[0] ?? '';
  const from = { ip: isIP(address) ? address : null, region: regionOf(ip), device };
  await scanCaseService.takeReport(db, { ...about, ...from, words, contact, boughtAt, picture });
}

async function scanned({ db }: Installation, scanId: string) {
  const scan = await queries.findScan(db, scanId);
  if (!scan) throw new Problem('reportScanOver');
  const { batchId, level, ordinal, codeText } = scan;
  const place = batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;
  return { scanId, place, codeText };
}

async function typed(installation: Installation, code: string) {
  const place = await codeService.locate(installation.db, installation, code);
  const codeText = place ? null : verificationService.filedCode(code);
  return { place, codeText };
}

/** Removes control and invisible characters, and truncates to `most`; null if nothing remains. */
const plain = (text: string | undefined, most: number): string | null =>
  [...(text ?? '').toWellFormed().replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')].slice(0, most).join('').trim() || null;

/** Accuracy in metres above which a position is too inexact for a city. */
const ROUGH = 5000;

/**
 * Records a position sent after the scan. The verdict does not change, but staff see a place outside the holder's regions.
 * @throws positionOver
 */
export async function locateScan({ db }: Installation, scanId: string, { lng, lat, accuracy = 0 }: Position): Promise<void> {
  await inTransaction(db, async (tx) => {
    const regionCode = accuracy <= ROUGH ? regionAt({ lng, lat }) : null;
    const region = regionCode && { regionCode, region: verificationService.regionName(regionCode) };
    const noted = await queries.notePosition(tx, scanId, { lng, lat, accuracy: Math.round(accuracy), ...region });
    if (!noted) throw new Problem('positionOver', { minutes: queries.POSITION_MINUTES });
    if (noted.holderId === null || noted.reason !== null || !regionCode) return;
    if (verificationService.audienceOf(await configService.get(tx, 'suyuan.scan.regionRule')) === 'off') return;
    const authorised = await verificationService.regionsOfHolder(tx, noted.holderId);
    if (verificationService.isOutside({ regionCode, lng }, authorised, 'city')) await queries.noteForeign(tx, scanId);
  });
}
