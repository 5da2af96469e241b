import type { ScanReason } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { isDistributed } from '../../../platform/db/layout.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/problem.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as cluster from './cluster.queries.ts';
import * as counters from './counter.queries.ts';
import { type Decision, evaluateScan, isLive, isRecalled } from './evaluate-scan.ts';
import type { RecentIds } from './micro-batch.ts';
import { isOutside, isTooFast, type ScanLocation, toLastLocation } from './scan-location.ts';
import type { Thresholds } from './thresholds.ts';
import * as queries from './verification.queries.ts';
import type { BatchFacts } from './verification-cache.ts';
import { countVisit } from './visit.ts';

export interface Scan extends ScanLocation, Pick<counters.RecordRow, 'scanId' | 'device' | 'ip' | 'channel' | 'agent'> {
  formerDevice?: Buffer | undefined;
  /** The query text; stored only if it is not an issued code. */
  codeText: string;
  link: { gtin?: string | undefined; lot?: string | undefined };
  /** Place, status and counters; absent if the text is not an issued code. */
  code?: { place: queries.LocatedRow; facts: BatchFacts; authorised: readonly string[] } | undefined;
  /** The device or address is on the blacklist, so the scan counts no visit. */
  blocked: boolean;
}

export interface ScanOutcome extends Omit<Decision, 'caseReason'> {
  visitNumber: number | null;
  /** Milliseconds since 1970. */
  firstTime: number | null;
  firstRegion: string | null;
}

/** Attempts per batch when concurrent transactions conflict. */
const ATTEMPTS = 5;

const keyOf = ({ batchId, level, ordinal }: counters.CodePlace) => `${batchId}/${level}/${ordinal}`;

/** What a batch must know about concurrent batches of this process to avoid conflicts. */
export interface BatchContext {
  /** Recently stored ids; a batch with one of them looks up stored scans first. */
  recentIds: RecentIds;
  /** A concurrent batch has one of the codes, so the first attempt locks the counters. */
  hasOverlap: boolean;
}

/**
 * Counts and stores scans atomically. A repeated id gets its first result, or `scanIdReused` for another code. Resolves after the commit.
 */
export async function recordScans(db: Db, scans: Scan[], thresholds: Thresholds, context: BatchContext): Promise<(ScanOutcome | Error)[]> {
  const firstById = new Map<string, Scan>();
  for (const scan of scans) if (!firstById.has(scan.scanId)) firstById.set(scan.scanId, scan);
  const uniqueScans = [...firstById.values()];
  const outcomes = isDistributed()
    ? await inTurnOfIds(uniqueScans, context, () => recordByNode(db, uniqueScans, thresholds, context))
    : await recordUniqueScans(db, uniqueScans, thresholds, context);
  for (const id of outcomes.keys()) context.recentIds.add(id);
  return scans.map((scan) => {
    const first = firstById.get(scan.scanId);
    return first && isSameCode(scan, first) ? (outcomes.get(scan.scanId) ?? new Problem('busy')) : new Problem('scanIdReused');
  });
}

/** Batches that store an id, by id. */
const storing = new WeakMap<RecentIds, Map<string, Promise<unknown>>>();

/** On a cluster the key of a scan does not exclude the same id for a code of another machine, so this process does. */
async function inTurnOfIds<T>(scans: Scan[], { recentIds }: BatchContext, work: () => Promise<T>): Promise<T> {
  const running = storing.get(recentIds) ?? new Map<string, Promise<unknown>>();
  storing.set(recentIds, running);
  const before = scans.flatMap(({ scanId }) => running.get(scanId) ?? []);
  const result = Promise.allSettled(before).then(work);
  for (const { scanId } of scans) running.set(scanId, result);
  try {
    return await result;
  } finally {
    for (const { scanId } of scans) {
      recentIds.add(scanId);
      if (running.get(scanId) === result) running.delete(scanId);
    }
  }
}

/** One transaction per machine. Where one fails, as with a lost machine, its scans alone are rejected. */
async function recordByNode(
  db: Db,
  scans: Scan[],
  thresholds: Thresholds,
  context: BatchContext,
): Promise<Map<string, ScanOutcome | Error>> {
  const groups = await cluster.groupByNode(db, scans);
  const results = await Promise.allSettled(groups.map((group) => recordUniqueScans(db, group, thresholds, context)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  if (failures.length === groups.length) throw failures[0];
  const dataFault = failures.find(queries.isDataFault);
  if (dataFault) throw dataFault;
  const outcomes = new Map<string, ScanOutcome | Error>();
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') for (const [scanId, outcome] of result.value) outcomes.set(scanId, outcome);
    else for (const { scanId } of groups[index] ?? []) outcomes.set(scanId, result.reason as Error);
  }
  return outcomes;
}

/** The first attempt trusts the counters read with the codes; after a conflict it rereads them under lock. */
async function recordUniqueScans(
  db: Db,
  scans: Scan[],
  thresholds: Thresholds,
  { recentIds, hasOverlap }: BatchContext,
): Promise<Map<string, ScanOutcome | Problem>> {
  let stored = scans.some(({ scanId }) => recentIds.has(scanId)) ? await findStored(db, scans) : new Map<string, ScanOutcome | Problem>();
  for (let attempt = 1; ; attempt++) {
    const newScans = scans.filter(({ scanId }) => !stored.has(scanId));
    if (newScans.length === 0) return stored;
    const places = placesOf(newScans);
    try {
      const recorded =
        attempt === 1 && !hasOverlap && !isDistributed()
          ? await countAndStore(db, newScans, places, thresholds)
          : await inTransaction(db, async (tx) =>
              countAndStore(tx, newScans, places.length > 0 ? await readCounters(tx, places, attempt > 1 || hasOverlap) : [], thresholds),
            );
      return new Map([...stored, ...recorded]);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (queries.isPartitionMissing(error)) await queries.ensurePartitions(db);
      else if (queries.isWriteConflict(error)) stored = await findStored(db, scans);
      else throw error;
    }
  }
}

const readCounters = (tx: Db, places: counters.CodePlace[], locks: boolean) =>
  isDistributed() ? cluster.readCounters(tx, places, locks) : counters.lockCounters(tx, places);

const placesOf = (scans: Scan[]) => [
  ...new Map(scans.flatMap(({ code }) => (code ? [[keyOf(code.place), code.place] as const] : []))).values(),
];

/** @throws an error that `isWriteConflict` recognises, where an id or a counter changed since `rows` were read */
async function countAndStore(db: Db, scans: Scan[], rows: counters.CounterRow[], thresholds: Thresholds): Promise<[string, ScanOutcome][]> {
  const countersByPlace = new Map(rows.map((row) => [keyOf(row), { ...row, added: 0 }]));
  const suspects: { scanId: string; reason: ScanReason }[] = [];
  const outcomes = scans.map((scan): ScanOutcome => {
    const { code } = scan;
    const counter = code && countersByPlace.get(keyOf(code.place));
    if (!counter)
      return { verdict: 'unknown', consumerVerdict: 'unknown', reason: null, visitNumber: null, firstTime: null, firstRegion: null };
    counter.added++;
    const { goods, throughDealers, gtins } = code.facts;
    const codeState = { ...code.place, ...goods, gtin: gtins[code.place.level] ?? null, throughDealers };
    let visitNumber: number | null = null;
    let tooFast = false;
    if (isRecalled(codeState)) {
      counter.recalledScans++;
      // visits of recalled products are counted, but neither shown to the consumer nor used as first time
      const { sessions, recent } = countVisit(counter, scan, counter.now, thresholds.sessionMinutes * 60_000).counter;
      if (!scan.blocked) Object.assign(counter, { sessions, recent });
    } else if (isLive(codeState) && !scan.blocked) {
      const visit = countVisit(counter, scan, counter.now, thresholds.sessionMinutes * 60_000);
      visitNumber = visit.visitNumber;
      const currentLocation = toLastLocation(scan, counter.now);
      tooFast = currentLocation !== undefined && isTooFast(counter.lastPlace, currentLocation, thresholds);
      Object.assign(counter, visit.counter, currentLocation && { lastPlace: currentLocation });
    }
    const isForeign = isOutside(scan, code.authorised, thresholds.addressGrain);
    const { caseReason, ...decision } = evaluateScan(codeState, {
      link: scan.link,
      today: dayOf(counter.now),
      visitNumber,
      suspectFrom: thresholds.suspectFrom,
      blocked: counter.blocked ? 'code' : scan.blocked ? 'visitor' : null,
      quiet: counter.quiet,
      tooFast: tooFast ? thresholds.speedRule : 'off',
      foreign: isForeign ? thresholds.regionRule : 'off',
    });
    if (caseReason && !counter.quiet) suspects.push({ scanId: scan.scanId, reason: caseReason });
    return { ...decision, visitNumber, firstTime: counter.firstTime, firstRegion: counter.firstRegion };
  });

  const records = scans.map((scan, index): counters.RecordRow => {
    const { visitNumber: sessionNo, ...decision } = outcomes[index]!;
    const place = scan.code?.place ?? null;
    return { ...scan, ...decision, sessionNo, place, codeText: place ? null : scan.codeText };
  });
  const store = isDistributed() ? cluster.storeOnNode : counters.storeScans;
  const storedTime = await store(db, records, [...countersByPlace.values()], suspects);
  const newPlaces = new Set(rows.filter(({ firstTime }) => firstTime === null).map(keyOf));
  return scans.map(({ scanId, code }, index) => {
    const outcome = outcomes[index]!;
    // later visits must get the same first time as the first one
    const isFirst = code && outcome.firstTime !== null && newPlaces.has(keyOf(code.place));
    return [scanId, isFirst ? { ...outcome, firstTime: storedTime } : outcome];
  });
}

/** Results of the scans that are stored already. */
async function findStored(db: Db, scans: Scan[]): Promise<Map<string, ScanOutcome | Problem>> {
  const rows = new Map(
    (
      await queries.findStoredScans(
        db,
        scans.map(({ scanId }) => scanId),
      )
    ).map((row) => [row.scanId, row]),
  );
  const outcomes = new Map<string, ScanOutcome | Problem>();
  for (const scan of scans) {
    const row = rows.get(scan.scanId);
    if (!row) continue;
    const { batchId, level, ordinal, codeText, sessionNo: visitNumber, ...rest } = row;
    const place = batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;
    outcomes.set(
      scan.scanId,
      isSameCode(scan, { place, codeText: codeText ?? '' }) ? { ...rest, visitNumber } : new Problem('scanIdReused'),
    );
  }
  return outcomes;
}

function isSameCode(scan: Scan, other: { code?: Scan['code']; place?: counters.CodePlace | undefined; codeText: string }): boolean {
  const [mine, theirs] = [scan.code?.place, other.code?.place ?? other.place];
  return mine && theirs ? keyOf(mine) === keyOf(theirs) : !mine && !theirs && scan.codeText === other.codeText;
}
