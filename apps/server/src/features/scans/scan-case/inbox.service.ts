import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as blacklistService from '../blacklist/blacklist.service.ts';
import * as queries from './inbox.queries.ts';
import * as cases from './scan-case.queries.ts';

interface NewReport extends Omit<queries.ReportRow, 'caseId'> {
  /** Absent if the text is not an issued code. */
  place?: { batchId: number; level: number; ordinal: number } | undefined;
}

/** Adds a report to the open case of its code, or opens one. A report sent again by a double click is added once. @throws reportTwice */
export const addReport = (db: Db, { place, ...report }: NewReport): Promise<number> =>
  inTransaction(db, async (tx) => {
    const newCase = { reason: 'reported', createBy: null, deptId: null };
    const { caseId, opened } = place
      ? await queries.openForCode(tx, place, newCase)
      : await queries.openForText(tx, report.codeText ?? '', newCase);
    // a second report of a double click waits here
    await cases.lock(tx, 'all', caseId);
    if (opened) await cases.insertEvent(tx, { caseId, action: 'open', userId: null, note: report.region });
    else if (await queries.isRepeated(tx, { ...report, caseId })) return caseId;
    if (!(await queries.insert(tx, { ...report, caseId }))) throw new Problem('reportTwice');
    if (report.scanId && place) {
      const scans = [{ scanId: report.scanId, batchId: place.batchId, ordinal: place.ordinal }];
      await queries.addScans(tx, caseId, scans, { time: new Date(now()).toISOString(), region: report.region });
    }
    await queries.incrementReports(tx, caseId, report.region);
    await cases.insertEvent(tx, { caseId, action: 'report', userId: null, note: report.words?.slice(0, 200) ?? null });
    return caseId;
  });

/** Scans per transaction. */
const BATCH_SIZE = 500;

/** Window in days for scans with a wrong link, and number of devices that opens a case. */
const LINK_DAYS = 30;
const LINK_DEVICES = 2;

/** Anyone can edit a link, so a wrong link from one device opens no case (decision 91). */
const linkReasons = ['otherGtin', 'otherLot'];

const MAX_OUTSIDE_SCANS = 500;
const MAX_LINK_SCANS = 100;

interface Rules {
  diversionUnits: number;
  diversionDays: number;
  /** Visit number from which a code is blacklisted; 0 for never. */
  blockFrom: number;
}

/** Adds queued suspect scans to cases, each exactly once. Only one process works at a time. Resolves to the number of scans. */
export async function processSuspectScans(db: Db): Promise<number> {
  let processed = 0;
  for (;;) {
    const count = await inTransaction(db, processBatch);
    processed += count;
    if (count < BATCH_SIZE) return processed;
  }
}

async function processBatch(db: Db): Promise<number> {
  if (!(await queries.tryLockInbox(db))) return 0;
  const queued = await queries.dequeue(db, BATCH_SIZE);
  if (queued.length === 0) return 0;
  const rules: Rules = {
    diversionUnits: await settingService.number(db, 'suyuan.case.diversionUnits', 3),
    diversionDays: await settingService.number(db, 'suyuan.case.diversionDays', 14),
    blockFrom: await settingService.number(db, 'suyuan.case.blockFromSessions', 0),
  };
  const outsideScans = queued.filter(({ reason, holderId }) => reason === 'otherRegion' && holderId !== null);
  const codeScans = queued.filter((scan) => !outsideScans.includes(scan));
  for (const scans of Map.groupBy(codeScans, ({ batchId, level, ordinal }) => `${batchId}/${level}/${ordinal}`).values())
    await addCodeScans(db, scans, rules);
  for (const scans of Map.groupBy(outsideScans, ({ batchId, holderId }) => `${batchId}/${holderId}`).values())
    await addDealerScans(db, scans, rules);
  return queued.length;
}

/** Includes earlier scans with a wrong link that did not open a case. */
async function addCodeScans(db: Db, scans: queries.InboxScan[], { blockFrom }: Rules) {
  const [first, last] = [scans[0]!, scans.at(-1)!];
  const { batchId, level, ordinal } = first;
  const finding = scans.find(({ reason }) => !linkReasons.includes(reason));
  const hasOpenCase = (await queries.findForCode(db, first)) !== undefined;
  const links = hasOpenCase ? [] : await queries.listLinkScans(db, first, linkReasons, LINK_DAYS, MAX_LINK_SCANS);
  if (!hasOpenCase && !finding && new Set(links.map(({ device }) => device)).size < LINK_DEVICES) return;
  const { reason } = finding ?? first;
  const { caseId, opened } = await queries.openForCode(db, first, { reason, createBy: null, deptId: null });
  if (opened) await cases.insertEvent(db, { caseId, action: 'open', userId: null, note: last.region });
  else await queries.recordJoinEvent(db, caseId, last.region);
  const evidence = [...new Map([...links, ...scans].map((scan) => [scan.scanId, scan])).values()];
  await queries.addScans(db, caseId, evidence, { time: last.scanTime, region: last.region });
  if (blockFrom === 0 || !scans.some(({ sessionNo }) => sessionNo !== null && sessionNo >= blockFrom)) return;
  const blockDetails = { reason: `≥ ${blockFrom}`, caseId, deptId: null, createBy: null };
  const blacklistId = await blacklistService.blockCode(db, { batchId, level, ordinal }, blockDetails);
  if (blacklistId !== undefined) await cases.insertEvent(db, { caseId, action: 'block', userId: null, note: blockDetails.reason });
}

/** A single code outside its region may belong to a traveller; several codes of one batch and dealer open a case. */
async function addDealerScans(db: Db, scans: queries.InboxScan[], { diversionUnits, diversionDays }: Rules) {
  const last = scans.at(-1)!;
  const { batchId, holderId } = last;
  if (holderId === null) return;
  const openCase = await queries.findForDealer(db, batchId, holderId);
  const evidence = openCase
    ? scans
    : (await queries.listOutsideScans(db, batchId, holderId, diversionDays, MAX_OUTSIDE_SCANS)).map((scan) => ({ ...scan, batchId }));
  // a container code represents many units
  const units = new Set(evidence.map(({ ordinal }) => ordinal)).size;
  if (!openCase && units < diversionUnits && !evidence.some(({ level }) => level > 0)) return;
  const newCase = { reason: 'otherRegion', createBy: null };
  const { caseId, opened } = openCase ? { ...openCase, opened: false } : await queries.openForDealer(db, batchId, holderId, newCase);
  if (opened) await cases.insertEvent(db, { caseId, action: 'open', userId: null, note: last.region });
  else await queries.recordJoinEvent(db, caseId, last.region);
  await queries.addScans(db, caseId, evidence, { time: last.scanTime, region: last.region });
}
