import type { ScanReason } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import type { Card } from './cards.ts';
import * as counters from './counter.queries.ts';
import { type Decision, isLive, isRecalled, judge } from './judge.ts';
import type { Lately } from './lately.ts';
import { countVisit } from './session.ts';
import type { Thresholds } from './thresholds.ts';
import * as queries from './verification.queries.ts';
import { isOutside, isTooFast, placeOf, type Whereabouts } from './whereabouts.ts';

export interface Scan extends Whereabouts, Pick<counters.RecordRow, 'scanId' | 'device' | 'ip' | 'channel' | 'agent'> {
  formerDevice?: Buffer | undefined;
  /** The query text; stored only if it is not an issued code. */
  codeText: string;
  link: { gtin?: string | undefined; lot?: string | undefined };
  /** Place, status and counters; absent if the text is not an issued code. */
  code?: { place: queries.LocatedRow; card: Card; authorised: readonly string[] } | undefined;
  /** The device or address is on the blacklist, so the scan counts no visit. */
  blocked: boolean;
}

export interface Settled extends Omit<Decision, 'caseReason'> {
  session: number | null;
  /** Milliseconds since 1970. */
  firstTime: number | null;
  firstRegion: string | null;
}

/** Attempts per batch when concurrent transactions conflict. */
const ATTEMPTS = 5;

const keyOf = ({ batchId, level, ordinal }: counters.Place) => `${batchId}/${level}/${ordinal}`;

/** What a batch must know about concurrent batches of this process to avoid conflicts. */
export interface BatchContext {
  /** Recently stored ids; a batch with one of them looks up stored scans first. */
  known: Lately;
  /** A concurrent batch has one of the codes, so the first attempt locks the counters. */
  met: boolean;
}

/**
 * Counts and stores scans atomically. A repeated id gets its first result, or `scanIdReused` for another code. Resolves after the commit.
 */
export async function settle(db: Db, scans: Scan[], thresholds: Thresholds, company: BatchContext): Promise<(Settled | Problem)[]> {
  const firsts = new Map<string, Scan>();
  for (const scan of scans) if (!firsts.has(scan.scanId)) firsts.set(scan.scanId, scan);
  const told = await settleOnce(db, [...firsts.values()], thresholds, company);
  for (const id of told.keys()) company.known.add(id);
  return scans.map((scan) => {
    const first = firsts.get(scan.scanId);
    return first && isSameCode(scan, first) ? (told.get(scan.scanId) ?? new Problem('busy')) : new Problem('scanIdReused');
  });
}

/** The first attempt trusts the counters read with the codes; after a conflict it rereads them under lock. */
async function settleOnce(
  db: Db,
  scans: Scan[],
  thresholds: Thresholds,
  { known, met }: BatchContext,
): Promise<Map<string, Settled | Problem>> {
  let filed = scans.some(({ scanId }) => known.has(scanId)) ? await findFiled(db, scans) : new Map<string, Settled | Problem>();
  for (let attempt = 1; ; attempt++) {
    const fresh = scans.filter(({ scanId }) => !filed.has(scanId));
    if (fresh.length === 0) return filed;
    const places = placesOf(fresh);
    try {
      const counted =
        attempt === 1 && !met
          ? await count(db, fresh, places, thresholds)
          : await inTransaction(db, async (tx) => count(tx, fresh, places.length > 0 ? await counters.hold(tx, places) : [], thresholds));
      return new Map([...filed, ...counted]);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (queries.isPartitionMissing(error)) await queries.ensurePartitions(db);
      else if (queries.isClash(error)) filed = await findFiled(db, scans);
      else throw error;
    }
  }
}

const placesOf = (scans: Scan[]) => [
  ...new Map(scans.flatMap(({ code }) => (code ? [[keyOf(code.place), code.place] as const] : []))).values(),
];

/** @throws an error that `isClash` recognises, where an id or a counter changed since `rows` were read */
async function count(db: Db, scans: Scan[], rows: counters.CounterRow[], thresholds: Thresholds): Promise<[string, Settled][]> {
  const known = new Map(rows.map((row) => [keyOf(row), { ...row, added: 0 }]));
  const suspects: { scanId: string; reason: ScanReason }[] = [];
  const settled = scans.map((scan): Settled => {
    const { code } = scan;
    const held = code && known.get(keyOf(code.place));
    if (!held) return { verdict: 'unknown', consumerVerdict: 'unknown', reason: null, session: null, firstTime: null, firstRegion: null };
    held.added++;
    const { goods, throughDealers, gtins } = code.card;
    const standing = { ...code.place, ...goods, gtin: gtins[code.place.level] ?? null, throughDealers };
    let session: number | null = null;
    let tooFast = false;
    if (isRecalled(standing)) {
      held.recalledScans++;
      // visits of recalled products are counted, but neither shown to the consumer nor used as first time
      const { sessions, recent } = countVisit(held, scan, held.now, thresholds.sessionMinutes * 60_000).counter;
      if (!scan.blocked) Object.assign(held, { sessions, recent });
    } else if (isLive(standing) && !scan.blocked) {
      const visit = countVisit(held, scan, held.now, thresholds.sessionMinutes * 60_000);
      session = visit.session;
      const here = placeOf(scan, held.now);
      tooFast = here !== undefined && isTooFast(held.lastPlace, here, thresholds);
      Object.assign(held, visit.counter, here && { lastPlace: here });
    }
    const foreign = isOutside(scan, code.authorised, thresholds.addressGrain);
    const { caseReason, ...decision } = judge(standing, {
      link: scan.link,
      today: dayOf(held.now),
      session,
      suspectFrom: thresholds.suspectFrom,
      blocked: held.blocked ? 'code' : scan.blocked ? 'visitor' : null,
      quiet: held.quiet,
      tooFast: tooFast ? thresholds.speedRule : 'off',
      foreign: foreign ? thresholds.regionRule : 'off',
    });
    if (caseReason && !held.quiet) suspects.push({ scanId: scan.scanId, reason: caseReason });
    return { ...decision, session, firstTime: held.firstTime, firstRegion: held.firstRegion };
  });

  const records = scans.map((scan, index): counters.RecordRow => {
    const { session: sessionNo, ...decision } = settled[index]!;
    const place = scan.code?.place ?? null;
    return { ...scan, ...decision, sessionNo, place, codeText: place ? null : scan.codeText };
  });
  await counters.file(db, records, [...known.values()], suspects);
  return scans.map(({ scanId }, index) => [scanId, settled[index]!]);
}

/** Results of the scans that are stored already. */
async function findFiled(db: Db, scans: Scan[]): Promise<Map<string, Settled | Problem>> {
  const rows = new Map(
    (
      await queries.findFiled(
        db,
        scans.map(({ scanId }) => scanId),
      )
    ).map((row) => [row.scanId, row]),
  );
  const told = new Map<string, Settled | Problem>();
  for (const scan of scans) {
    const row = rows.get(scan.scanId);
    if (!row) continue;
    const { batchId, level, ordinal, codeText, sessionNo: session, ...rest } = row;
    const place = batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;
    told.set(scan.scanId, isSameCode(scan, { place, codeText: codeText ?? '' }) ? { ...rest, session } : new Problem('scanIdReused'));
  }
  return told;
}

function isSameCode(scan: Scan, other: { code?: Scan['code']; place?: counters.Place | undefined; codeText: string }): boolean {
  const [mine, theirs] = [scan.code?.place, other.code?.place ?? other.place];
  return mine && theirs ? keyOf(mine) === keyOf(theirs) : !mine && !theirs && scan.codeText === other.codeText;
}
