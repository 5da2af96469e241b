import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as blacklistService from '../blacklist/blacklist.service.ts';
import * as queries from './inbox.queries.ts';
import * as cases from './scan-case.queries.ts';

/** Scans per transaction. */
const AT_ONCE = 500;

/** Window in days for scans with a wrong link, and number of devices that opens a case. */
const LINK_DAYS = 30;
const LINK_DEVICES = 2;

/** Anyone can edit a link, so a wrong link from one device opens no case (decision 91). */
const linkReasons = ['otherGtin', 'otherLot'];

const MOST_FOREIGN = 500;
const MOST_LINKS = 100;

interface Rules {
  diversionUnits: number;
  diversionDays: number;
  /** Visit number from which a code is blacklisted; 0 for never. */
  blockFrom: number;
}

/** Adds queued suspect scans to cases, each exactly once. Only one process works at a time. Resolves to the number of scans. */
export async function followScans(db: Db): Promise<number> {
  let taken = 0;
  for (;;) {
    const count = await inTransaction(db, takeIn);
    taken += count;
    if (count < AT_ONCE) return taken;
  }
}

async function takeIn(db: Db): Promise<number> {
  if (!(await queries.takeTurn(db))) return 0;
  const waiting = await queries.take(db, AT_ONCE);
  if (waiting.length === 0) return 0;
  const rules: Rules = {
    diversionUnits: await configService.number(db, 'suyuan.case.diversionUnits', 3),
    diversionDays: await configService.number(db, 'suyuan.case.diversionDays', 14),
    blockFrom: await configService.number(db, 'suyuan.case.blockFromSessions', 0),
  };
  const foreign = waiting.filter(({ reason, holderId }) => reason === 'otherRegion' && holderId !== null);
  const copied = waiting.filter((scan) => !foreign.includes(scan));
  for (const scans of Map.groupBy(copied, ({ batchId, level, ordinal }) => `${batchId}/${level}/${ordinal}`).values())
    await takeCode(db, scans, rules);
  for (const scans of Map.groupBy(foreign, ({ batchId, holderId }) => `${batchId}/${holderId}`).values())
    await takeDealer(db, scans, rules);
  return waiting.length;
}

/** Includes earlier scans with a wrong link that did not open a case. */
async function takeCode(db: Db, scans: queries.WaitingRow[], { blockFrom }: Rules) {
  const [first, last] = [scans[0]!, scans.at(-1)!];
  const { batchId, level, ordinal } = first;
  const finding = scans.find(({ reason }) => !linkReasons.includes(reason));
  const open = (await queries.findForCode(db, first)) !== undefined;
  const links = open ? [] : await queries.listLinkScans(db, first, linkReasons, LINK_DAYS, MOST_LINKS);
  if (!open && !finding && new Set(links.map(({ device }) => device)).size < LINK_DEVICES) return;
  const { reason } = finding ?? first;
  const { caseId, opened } = await queries.openForCode(db, first, { reason, createBy: null, deptId: null });
  if (opened) await cases.insertEvent(db, { caseId, action: 'open', userId: null, note: last.region });
  else await queries.noteJoined(db, caseId, last.region);
  const seen = [...new Map([...links, ...scans].map((scan) => [scan.scanId, scan])).values()];
  await queries.join(db, caseId, seen, { time: last.scanTime, region: last.region });
  if (blockFrom === 0 || !scans.some(({ sessionNo }) => sessionNo !== null && sessionNo >= blockFrom)) return;
  const why = { reason: `≥ ${blockFrom}`, caseId, deptId: null, createBy: null };
  const blocked = await blacklistService.blockCode(db, { batchId, level, ordinal }, why);
  if (blocked !== undefined) await cases.insertEvent(db, { caseId, action: 'block', userId: null, note: why.reason });
}

/** A single code outside its region may belong to a traveller; several codes of one batch and dealer open a case. */
async function takeDealer(db: Db, scans: queries.WaitingRow[], { diversionUnits, diversionDays }: Rules) {
  const last = scans.at(-1)!;
  const { batchId, holderId } = last;
  if (holderId === null) return;
  const open = await queries.findDealers(db, batchId, holderId);
  const seen = open
    ? scans
    : (await queries.listForeign(db, batchId, holderId, diversionDays, MOST_FOREIGN)).map((scan) => ({ ...scan, batchId }));
  // a container code represents many units
  const units = new Set(seen.map(({ ordinal }) => ordinal)).size;
  if (!open && units < diversionUnits && !seen.some(({ level }) => level > 0)) return;
  const by = { reason: 'otherRegion', createBy: null };
  const { caseId, opened } = open ? { ...open, opened: false } : await queries.openForDealer(db, batchId, holderId, by);
  if (opened) await cases.insertEvent(db, { caseId, action: 'open', userId: null, note: last.region });
  else await queries.noteJoined(db, caseId, last.region);
  await queries.join(db, caseId, seen, { time: last.scanTime, region: last.region });
}
