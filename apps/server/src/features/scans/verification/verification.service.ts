import { isIP } from 'node:net';
import { readSymbol } from '@suyuan/codes';
import type { Position, Verification } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { isDistributed } from '../../../platform/db/layout.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { scans as countedScans } from '../../../platform/http/metrics.ts';
import { Problem } from '../../../platform/problem.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import { allRegions } from '../place/regions.ts';
import { isIssued } from './evaluate-scan.ts';
import { type BatchOptions, createMicroBatcher, createRecentIds, trackRunningBatches } from './micro-batch.ts';
import { tryPin } from './pin.ts';
import { recordScans, type Scan, type ScanOutcome } from './record-scans.ts';
import { createScanId, formerScanIds, toStoredScanId, toStoredText } from './scan-id.ts';
import { isOutside, locateScan } from './scan-location.ts';
import { type Thresholds, thresholdsOf } from './thresholds.ts';
import { toVerification } from './to-verification.ts';
import * as queries from './verification.queries.ts';
import { createBatchFactsCache, createHolderRegionCache } from './verification-cache.ts';
import { createBlacklistCheck, createUnknownCodeLimiter, shortAgent } from './visitor-checks.ts';

export { findJumps } from './jumps.ts';
export { pinLockedUntil, pinRevealOf, unlockPin } from './pin.ts';
export { previewVerification, type VerificationPreview } from './preview-verification.ts';
export { createScanId, toStoredCode } from './scan-id.ts';
export { isOutside, regionName } from './scan-location.ts';
export { audienceOf } from './thresholds.ts';
export { queueUnlessQuiet } from './verification.queries.ts';
export { estimatedDevice, providedDevice, shortAgent } from './visitor-checks.ts';

/** Authorised regions of a dealer, inherited from the nearest ancestor; empty for no limit. */
export const regionsOfHolder = async (db: Db, holderId: number): Promise<string[]> =>
  (await regionsOfHolders(db, [holderId])).get(holderId) ?? [];

/** As `regionsOfHolder`; a dealer without limit has no entry. */
export const regionsOfHolders = async (db: Db, holderIds: number[]): Promise<Map<number, string[]>> =>
  new Map((await queries.findRegions(db, holderIds)).map(({ holderId, regions }) => [holderId, regions]));

/** All region codes in which a scan located by address is outside the dealer's regions. */
export async function foreignRegionsOf(db: Db, holderId: number): Promise<string[]> {
  const [authorised, { addressGrain }] = [await regionsOfHolder(db, holderId), await thresholdsOf(db)()];
  return allRegions().flatMap(({ code }) => (isOutside({ regionCode: code, lng: null }, authorised, addressGrain) ? [code] : []));
}

export interface VerificationInput {
  /** Typed text, or the link that a camera read. */
  text: string;
  /** UUIDv7 of the caller; makes retries idempotent. */
  scanId?: string | undefined;
  device: Buffer;
  /** Estimated device id from before the device had a cookie. */
  formerDevice?: Buffer | undefined;
  pin?: string | undefined;
  ip: string;
  /** Only with the consumer's consent. */
  position?: Position | undefined;
  channel: 'page' | 'api';
  agent: string;
}

export interface VerificationResult {
  verification: Verification;
  /** The number of visits requires a stronger warning. */
  repeated: boolean;
  scanId: string;
  /** Absent if the text is not an issued code. */
  place?: { batchId: number; level: number; ordinal: number } | undefined;
}

export interface Verifier {
  /** Resolves once the scan is committed. @throws unknownLimited, scanIdReused, busy */
  verify(input: VerificationInput): Promise<VerificationResult>;
}

/** A queued scan, decoded with keys alone, without a database lookup. */
interface QueuedScan {
  scan: Scan;
  decoded: codeSpaceService.DecodedCode[];
  ip: string;
}

interface RecordedScan {
  scan: Scan;
  outcome: ScanOutcome;
}

/** The former id, if midnight or the one-day limit has passed since the first request. */
async function resolveStoredId(db: Db, id: string): Promise<string> {
  const former = formerScanIds(id);
  const [first] = former.length > 0 ? await queries.findStoredScans(db, former) : [];
  return first?.scanId ?? toStoredScanId(id);
}

/** Measured in `bench/verify.ts` and `bench/scale-citus.ts`: another concurrent batch brings no gain. */
const BATCHING: BatchOptions = {
  maxSize: 256,
  waitMs: 2,
  // on a cluster a batch waits for a worker most of its time
  get maxInFlight() {
    return isDistributed() ? 3 : 2;
  },
};

/** Recent ids that a process remembers: one or two minutes at full load. */
const RECENT_ID_LIMIT = 200_000;

const keyOf = ({ spaceId, epoch, serial }: codeSpaceService.DecodedCode) => `${spaceId}/${epoch}/${serial}`;

/** Verifies codes and counts scans, many per transaction. One instance per process. */
export function createVerifier(installation: Installation): Verifier {
  const { db } = installation;
  const thresholds = thresholdsOf(db);
  const batchFacts = createBatchFactsCache(db);
  const holderRegions = createHolderRegionCache(db);
  const isBlocked = createBlacklistCheck(db);
  const checkUnknownLimit = createUnknownCodeLimiter(db);
  const recentIds = createRecentIds(RECENT_ID_LIMIT);
  const runningBatches = trackRunningBatches();

  /** Looks up codes. Rejects an address that sends too many unknown codes. */
  async function locate(queuedScans: QueuedScan[], { unknownPerMinute }: Thresholds): Promise<(Scan | Problem)[]> {
    const serials = queuedScans.flatMap(({ decoded }, index) => decoded.map((serial) => ({ ...serial, index })));
    const rows = serials.length > 0 ? await queries.locate(db, serials) : [];
    const places = new Map(rows.map((row) => [row.index, row]));
    const factsOf = await batchFacts(rows.map(({ batchId }) => batchId));
    const regionsOf = await holderRegions(rows.map(({ holderId }) => holderId));
    const located = queuedScans.map(async ({ scan, decoded, ip }, index) => {
      const place = places.get(index);
      const facts = place && factsOf(place.batchId);
      if (facts && isIssued(place)) return { ...scan, code: { place, facts, authorised: regionsOf(place.holderId) } };
      // texts that do not decode have passed the limit in `verify`
      return (decoded.length > 0 && (await checkUnknownLimit(ip, unknownPerMinute))) || scan;
    });
    return Promise.all(located);
  }

  /** If the data of one scan is invalid, retries them one by one. */
  async function recordSeparately(scans: Scan[], limits: Thresholds, hasOverlap: boolean): Promise<(ScanOutcome | Error)[]> {
    try {
      return await recordScans(db, scans, limits, { recentIds, hasOverlap });
    } catch (error) {
      if (scans.length === 1 || !queries.isDataFault(error)) throw error;
      const outcomes: (ScanOutcome | Error)[] = [];
      for (const scan of scans) outcomes.push(...(await recordSeparately([scan], limits, hasOverlap).catch((fault: Error) => [fault])));
      return outcomes;
    }
  }

  async function processBatch(queuedScans: QueuedScan[], hasOverlap: boolean): Promise<(RecordedScan | Error)[]> {
    const limits = await thresholds();
    const located = await locate(queuedScans, limits);
    const scans = located.filter((scan): scan is Scan => !(scan instanceof Problem));
    const outcomes = await recordSeparately(scans, limits, hasOverlap);
    const outcomesByScan = new Map(scans.map((scan, index) => [scan, outcomes[index] ?? new Problem('busy')]));
    return located.map((scan) => {
      if (scan instanceof Problem) return scan;
      const outcome = outcomesByScan.get(scan) ?? new Problem('busy');
      return outcome instanceof Error ? outcome : { scan, outcome };
    });
  }

  const enqueue = createMicroBatcher(async (queuedScans: QueuedScan[]): Promise<(RecordedScan | Error)[]> => {
    const { hasOverlap, leave } = runningBatches.enter(queuedScans.flatMap(({ decoded }) => decoded.map(keyOf)));
    try {
      return await processBatch(queuedScans, hasOverlap);
    } finally {
      leave();
    }
  }, BATCHING);

  return {
    async verify({ text, scanId, pin, ip, agent, position, ...source }) {
      const { repeatedFrom, unknownPerMinute } = await thresholds();
      const symbol = readSymbol(text);
      const decoded = await codeSpaceService.decode(installation, symbol);
      const refusal = decoded.length === 0 && (await checkUnknownLimit(ip, unknownPerMinute));
      if (refusal) throw refusal;

      const ipWithoutZone = ip.split('%')[0] ?? '';
      const address = {
        ip: isIP(ipWithoutZone) ? ipWithoutZone : null,
        ...locateScan(ip, position),
        blocked: await isBlocked(source.device, ipWithoutZone),
      };
      const storedFields = {
        codeText: toStoredText(symbol.code),
        agent: shortAgent(agent),
        scanId: scanId ? await resolveStoredId(db, scanId) : createScanId(),
      };
      const { scan, outcome } = await enqueue({ scan: { ...source, ...address, ...storedFields, link: symbol }, decoded, ip });
      const { code } = scan;
      countedScans.inc({ verdict: outcome.verdict, channel: source.channel });
      const pinOutcome =
        code && pin && code.facts.pinDigits > 0 ? await tryPin(installation, { scanId: scan.scanId, code }, pin) : undefined;
      return {
        verification: toVerification(outcome, code?.facts, pinOutcome),
        repeated: (outcome.visitNumber ?? 0) >= repeatedFrom,
        scanId: scan.scanId,
        place: code?.place,
      };
    },
  };
}
