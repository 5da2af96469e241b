import { isIP } from 'node:net';
import type { Position } from '@suyuan/contract';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import { JobRefusal } from '../../../platform/threads/serve-jobs.ts';
import { workerThread } from '../../../platform/threads/worker-thread.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { regionOf } from '../place/place.service.ts';
import { cityRegionAt } from '../place/position.ts';
import * as scanCaseService from '../scan-case/scan-case.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './consumer-report.queries.ts';

/** Maximum upload size in bytes. */
export const MAX_PICTURE_BYTES = 6 * 1024 * 1024;

/** Scaling takes 0.1 s of CPU, and anyone may send pictures. One thread and a short queue limit CPU and memory. */
const pictureThread = workerThread<Uint8Array, Uint8Array>(new URL('./picture-job.ts', import.meta.url), {
  heap: 64,
  waiting: 4,
  patience: 20_000,
});

/** Re-encoding removes all metadata. Checks the pixel count before decoding. @throws reportPictureTooLarge, reportPictureWrong, busy */
async function reencode(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new Problem('reportPictureTooLarge', { max: '6 MB' });
  if (!fileService.isPhoto(bytes)) throw new Problem('reportPictureWrong');
  const copy = new Uint8Array(bytes);
  try {
    for await (const picture of pictureThread.run(copy, { transfer: [copy.buffer] })) return Buffer.from(picture);
  } catch (cause) {
    if (!(cause instanceof JobRefusal)) throw cause;
    throw new Problem('reportPictureWrong', {}, { cause });
  }
  throw new Problem('reportPictureWrong');
}

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
export async function receiveReport(installation: Installation, report: SentReport): Promise<void> {
  const { db } = installation;
  const { scan, code = '', ip, device } = report;
  const [words, contact, boughtAt] = [cleanText(report.words, 500), cleanText(report.contact, 100), cleanText(report.boughtAt, 100)];
  if (!words && !report.picture) throw new Problem('reportEmpty', { field: 'words' });
  const subject = scan === undefined ? await locateTypedCode(installation, code) : await locateScannedCode(installation, scan);
  const picture = report.picture ? await reencode(report.picture) : null;
  const address = ip.split('%')[0] ?? '';
  const sender = { ip: isIP(address) ? address : null, region: regionOf(ip), device };
  await scanCaseService.addReport(db, { ...sender, ...subject, words, contact, boughtAt, picture });
}

async function locateScannedCode({ db }: Installation, scanId: string) {
  const scan = await queries.findScan(db, scanId);
  if (!scan) throw new Problem('reportScanOver');
  const { batchId, level, ordinal, codeText, device } = scan;
  const place = batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;
  // the first scan of a browser has no cookie yet; staff find its scans by the device of the report
  return { scanId, place, codeText, device };
}

async function locateTypedCode(installation: Installation, code: string) {
  const place = await codeService.locate(installation.db, installation, code);
  const codeText = place ? null : verificationService.toStoredCode(code);
  return { place, codeText };
}

/** Removes control and invisible characters, and truncates to `maxLength`; null if nothing remains. */
const cleanText = (text: string | undefined, maxLength: number): string | null =>
  [...(text ?? '').toWellFormed().replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')].slice(0, maxLength).join('').trim() || null;

/**
 * Records a position sent after the scan. The verdict does not change, but staff see a place outside the holder's regions.
 * @throws positionOver
 */
export async function locateScan({ db }: Installation, scanId: string, { lng, lat, accuracy = 0 }: Position): Promise<void> {
  await inTransaction(db, async (tx) => {
    const regionCode = cityRegionAt({ lng, lat, accuracy });
    const region = regionCode && { regionCode, region: null };
    const scan = await queries.recordPosition(tx, scanId, { lng, lat, accuracy: Math.round(accuracy), ...region });
    if (!scan) throw new Problem('positionOver', { minutes: queries.POSITION_MINUTES });
    const { batchId, level, ordinal } = scan;
    if (scan.holderId === null || scan.reason !== null || !regionCode || batchId === null || level === null || ordinal === null) return;
    if (verificationService.audienceOf(await settingService.get(tx, 'suyuan.scan.regionRule')) === 'off') return;
    const authorised = await verificationService.regionsOfHolder(tx, scan.holderId);
    if (!verificationService.isOutside({ regionCode, lng }, authorised, 'city')) return;
    const place = { batchId, level, ordinal };
    if (await queries.markOutsideRegion(tx, scanId, place)) await verificationService.queueUnlessQuiet(tx, scanId, place, 'otherRegion');
  });
}
