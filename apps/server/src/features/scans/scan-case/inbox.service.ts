import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as blacklistService from '../blacklist/blacklist.service.ts';
import * as queries from './inbox.queries.ts';
import * as cases from './scan-case.queries.ts';

/** Scans that one transaction takes in. */
const AT_ONCE = 500;

/** Days in which links with a wrong GTIN or lot on one code are counted together, and how many devices they need for a case. */
const LINK_DAYS = 30;
const LINK_DEVICES = 2;

/** Anybody may edit a link: one device with a wrong one opens no case (decision 91). */
const linkReasons = ['otherGtin', 'otherLot'];

/** Suspect scans outside a dealer's region that one case is opened with, at most. */
const MOST_FOREIGN = 500;
/** Scans with a wrong link that one case is opened with, at most. */
const MOST_LINKS = 100;

interface Rules {
  diversionUnits: number;
  diversionDays: number;
  /** Session from which a code is put on the blacklist; 0: never. */
  blockFrom: number;
}

/**
 * Lets suspect scans that wait open cases or join them, each exactly once: what a killed process did not finish waits on. Any number of
 * processes may call it; one at a time does it. Resolves to how many scans were taken in.
 */
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

/** Scans of one code open its case or join it, with the wrong links that opened none before. */
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

/** One code outside its region may be a traveller's; several of one batch and dealer are a case (domain §5.1). */
async function takeDealer(db: Db, scans: queries.WaitingRow[], { diversionUnits, diversionDays }: Rules) {
  const last = scans.at(-1)!;
  const { batchId, holderId } = last;
  if (holderId === null) return;
  const open = await queries.findDealers(db, batchId, holderId);
  const seen = open
    ? scans
    : (await queries.listForeign(db, batchId, holderId, diversionDays, MOST_FOREIGN)).map((scan) => ({ ...scan, batchId }));
  // a code above the unit holds many
  const units = new Set(seen.map(({ ordinal }) => ordinal)).size;
  if (!open && units < diversionUnits && !seen.some(({ level }) => level > 0)) return;
  const by = { reason: 'otherRegion', createBy: null };
  const { caseId, opened } = open ? { ...open, opened: false } : await queries.openForDealer(db, batchId, holderId, by);
  if (opened) await cases.insertEvent(db, { caseId, action: 'open', userId: null, note: last.region });
  else await queries.noteJoined(db, caseId, last.region);
  await queries.join(db, caseId, seen, { time: last.scanTime, region: last.region });
}
