import { regionContains } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { regionCodeOf, scanPlace } from '../../scans/place/regions.ts';
import * as scanCaseService from '../../scans/scan-case/scan-case.service.ts';
import { drawPhoto } from './pictures.ts';
import { places, type SampleData } from './sample-data.ts';
import * as queries from './scans.queries.ts';

/** Days of suspect scans with cases. */
const DAYS = 45;

/** Days since which dealers hold sample products. */
const HELD_DAYS = 22;
/** Percentage of outside scans that stay outside: for the diverting dealer, and for others. */
const ASTRAY = 14;
const TRAVELLED = 1;

/** Creates cases from suspect sample scans, some decided, some in progress, with consumer reports. */
export async function loadCases(db: Db, { texts }: SampleData, approver: number, installation: Installation) {
  await settleHolders(db);
  await queries.queueForCases(db, DAYS);
  await scanCaseService.processSuspectScans(db);
  await queries.markCases(db);
  const [copied, gift, inHand] = await queries.listCases(db);
  const by = { db, installation, scope: 'all', actor: { userId: approver } } as const;
  const device = Buffer.from('00112233445566778899aabb534d504c', 'hex');
  const place = (scanCase: NonNullable<typeof copied>) =>
    scanCase.batchId !== null && scanCase.level !== null && scanCase.ordinal !== null
      ? { batchId: scanCase.batchId, level: scanCase.level, ordinal: scanCase.ordinal }
      : undefined;
  if (copied) {
    const { note, ...complaint } = texts.copied;
    const message = { ...complaint, contact: '138****0000' };
    const report = { scanId: copied.scanId ?? undefined, place: place(copied), codeText: null, ...message };
    await scanCaseService.addReport(db, { ...report, picture: await drawPhoto(), region: '云南省昆明市', ip: '192.0.2.77', device });
    await scanCaseService.decideAs(by, copied.caseId, {
      verdict: 'counterfeit',
      note,
      block: true,
    });
  }
  if (gift)
    await scanCaseService.decideAs(by, gift.caseId, {
      verdict: 'falseAlarm',
      cause: 'photoShared',
      ...texts.gift,
    });
  if (inHand) await queries.setAssignee(db, inHand.caseId, approver);
  const unknown = await queries.findUnknownScan(db);
  if (unknown) {
    const { codeText, device, scanId } = unknown;
    const report = { codeText, device, scanId, region: scanPlace(unknown), ip: null, picture: null };
    const caseId = await scanCaseService.addReport(db, { ...report, ...texts.unknown, contact: null });
    await queries.markReport(db, caseId);
  }
  await queries.dateCases(db);
}

/** Places scans in their sales regions, except for travelers and one dealer whose products were diverted. */
async function settleHolders(db: Db) {
  await queries.setHolders(db, HELD_DAYS);
  for (const [index, { holderId, regions }] of (await queries.listHolders(db)).entries()) {
    const inside = places
      .map((region) => regionCodeOf(region) ?? '')
      .filter((regionCode) => regionCode && regions.some((code) => regionContains(code, regionCode)));
    await queries.settleHolder(db, {
      holderId,
      regions,
      places: inside.length > 0 ? inside : regions,
      stray: index === 0 ? ASTRAY : TRAVELLED,
    });
  }
}
