import { isIP } from 'node:net';
import { readSymbol } from '@suyuan/codes';
import type { Position, Verification } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { scans as countedScans } from '../../../platform/http/metrics.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import { allRegions } from '../place/regions.ts';
import { answerOf } from './answer.ts';
import { blockedVisitors } from './blocked-visitors.ts';
import { cardBox } from './cards.ts';
import { filedText } from './filed-text.ts';
import { holderBox } from './holders.ts';
import { isIssued } from './judge.ts';
import { lately } from './lately.ts';
import { type Batching, microBatches } from './micro-batch.ts';
import { tryPin } from './pin.ts';
import { filedScanId, formerScanIds, newScanId } from './scan-id.ts';
import { type Scan, type Settled, settle } from './settle.ts';
import { type Thresholds, thresholdsOf } from './thresholds.ts';
import { underWay } from './under-way.ts';
import { unknownLimit } from './unknown-limit.ts';
import * as queries from './verification.queries.ts';
import { isOutside, whereabouts } from './whereabouts.ts';

export { broughtDevice, guessedDevice } from './device.ts';
export { filedCode } from './filed-text.ts';
export { type Facts, verifyByOperator } from './operator.ts';
export { pinLockedUntil, pinRevealOf, unlockPin } from './pin.ts';
export { newScanId } from './scan-id.ts';
export { audienceOf } from './thresholds.ts';
export { isOutside, regionName } from './whereabouts.ts';

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

export interface Question {
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

export interface Answer {
  verification: Verification;
  /** The number of visits requires a stronger warning. */
  repeated: boolean;
  scanId: string;
  /** Absent if the text is not an issued code. */
  place?: { batchId: number; level: number; ordinal: number } | undefined;
}

export interface Verifier {
  /** Resolves once the scan is committed. @throws unknownLimited, scanIdReused, busy */
  verify(question: Question): Promise<Answer>;
}

/** A queued scan, decoded with keys alone, without a database lookup. */
interface Waiting {
  scan: Scan;
  decoded: codeSpaceService.Decoded[];
  ip: string;
}

interface CachedSession {
  scan: Scan;
  settled: Settled;
}

/** The former id, if midnight or the one-day limit has passed since the first request. */
async function filedUnder(db: Db, id: string): Promise<string> {
  const former = formerScanIds(id);
  const [first] = former.length > 0 ? await queries.findFiled(db, former) : [];
  return first?.scanId ?? filedScanId(id);
}

/** Measured in `bench/verify.ts`: a third concurrent batch brings no gain. */
const BATCHING: Batching = { most: 256, wait: 2, inFlight: 2 };

/** Recent ids that a process remembers: one or two minutes at full load. */
const KNOWN = 200_000;

const keyOf = ({ spaceId, epoch, serial }: codeSpaceService.Decoded) => `${spaceId}/${epoch}/${serial}`;

/** Verifies codes and counts scans, many per transaction. One instance per process. */
export function createVerifier(installation: Installation, batching = BATCHING): Verifier {
  const { db } = installation;
  const thresholds = thresholdsOf(db);
  const cards = cardBox(db);
  const holders = holderBox(db);
  const isBlocked = blockedVisitors(db);
  const limited = unknownLimit(db);
  const known = lately(KNOWN);
  const lots = underWay();

  /** Looks up codes. Rejects an address that sends too many unknown codes. */
  async function locate(waiting: Waiting[], { unknownPerMinute }: Thresholds): Promise<(Scan | Problem)[]> {
    const serials = waiting.flatMap(({ decoded }, asked) => decoded.map((serial) => ({ ...serial, asked })));
    const rows = serials.length > 0 ? await queries.locate(db, serials) : [];
    const places = new Map(rows.map((row) => [row.asked, row]));
    const cardOf = await cards(rows.map(({ batchId }) => batchId));
    const regionsOf = await holders(rows.map(({ holderId }) => holderId));
    const located = waiting.map(async ({ scan, decoded, ip }, asked) => {
      const place = places.get(asked);
      const card = place && cardOf(place.batchId);
      if (card && isIssued(place)) return { ...scan, code: { place, card, authorised: regionsOf(place.holderId) } };
      // texts that do not decode have passed the limit in `verify`
      return (decoded.length > 0 && (await limited(ip, unknownPerMinute))) || scan;
    });
    return Promise.all(located);
  }

  /** If the data of one scan is invalid, retries them one by one. */
  async function settleApart(scans: Scan[], limits: Thresholds, met: boolean): Promise<(Settled | Error)[]> {
    try {
      return await settle(db, scans, limits, { known, met });
    } catch (error) {
      if (scans.length === 1 || !queries.isDataFault(error)) throw error;
      const settled: (Settled | Error)[] = [];
      for (const scan of scans) settled.push(...(await settleApart([scan], limits, met).catch((fault: Error) => [fault])));
      return settled;
    }
  }

  async function tell(waiting: Waiting[], met: boolean): Promise<(CachedSession | Error)[]> {
    const limits = await thresholds();
    const located = await locate(waiting, limits);
    const scans = located.filter((scan): scan is Scan => !(scan instanceof Problem));
    const outcomes = await settleApart(scans, limits, met);
    const settled = new Map(scans.map((scan, index) => [scan, outcomes[index] ?? new Problem('busy')]));
    return located.map((scan) => {
      if (scan instanceof Problem) return scan;
      const outcome = settled.get(scan) ?? new Problem('busy');
      return outcome instanceof Error ? outcome : { scan, settled: outcome };
    });
  }

  const told = microBatches(async (waiting: Waiting[]): Promise<(CachedSession | Error)[]> => {
    const { met, leave } = lots.enter(waiting.flatMap(({ decoded }) => decoded.map(keyOf)));
    try {
      return await tell(waiting, met);
    } finally {
      leave();
    }
  }, batching);

  return {
    async verify({ text, scanId, pin, ip, agent, position, ...visit }) {
      const { repeatedFrom, unknownPerMinute } = await thresholds();
      const symbol = readSymbol(text);
      const decoded = await codeSpaceService.decode(installation, symbol);
      const refused = decoded.length === 0 && (await limited(ip, unknownPerMinute));
      if (refused) throw refused;

      const plain = ip.split('%')[0] ?? '';
      const address = { ip: isIP(plain) ? plain : null, ...whereabouts(ip, position), blocked: await isBlocked(visit.device, plain) };
      const filed = {
        codeText: filedText(symbol.code),
        agent: filedText(agent, 200),
        scanId: scanId ? await filedUnder(db, scanId) : newScanId(),
      };
      const { scan, settled } = await told({ scan: { ...visit, ...address, ...filed, link: symbol }, decoded, ip });
      const { code } = scan;
      countedScans.inc({ verdict: settled.verdict, channel: visit.channel });
      const answered = code && pin && code.card.pinDigits > 0 ? await tryPin(installation, { scanId: scan.scanId, code }, pin) : undefined;
      return {
        verification: answerOf(settled, code?.card, answered),
        repeated: (settled.session ?? 0) >= repeatedFrom,
        scanId: scan.scanId,
        place: code?.place,
      };
    },
  };
}
