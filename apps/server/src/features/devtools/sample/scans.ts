import { randomBytes } from 'node:crypto';
import type { Verdict } from '@suyuan/contract';
import { dayOf } from '../../../platform/shanghai-time.ts';
import { regionCodeOf, storedPlace } from '../../scans/place/regions.ts';
import * as verificationService from '../../scans/verification/verification.service.ts';
import { agents, type BatchPlan, places } from './sample-data.ts';
import { DAY, momentOf, stateAfter, statusOf } from './timeline.ts';

const MINUTE = 60_000;

export interface ScanRow {
  scanId: string;
  /** Unix milliseconds. */
  time: number;
  verdict: Verdict;
  reason: string | null;
  sessionNo: number | null;
  batchId: number | null;
  ordinal: number | null;
  codeText: string | null;
  /** 16 bytes in hex; the last four mark the sample. */
  device: string;
  ip: string;
  region: string | null;
  regionCode: string | null;
  channel: 'page' | 'api';
  agent: string | null;
}

/** Suffix of the device of every sample scan, which identifies sample scans without a code. `SMPL` in ASCII. */
export const SAMPLE_DEVICE = '534d504c';

/** Visits from which a code is suspect, the setting's initial value. */
const SUSPECT_FROM = 11;

export interface IssuedPlan {
  plan: BatchPlan;
  batchId: number;
  /** Last valid day, `YYYY-MM-DD`. */
  expiryDate: string | null;
}

/** Consumer scans of one batch up to `now`: mostly once, some repeated, and many of a few copied codes. */
export function scansOf(batch: IssuedPlan, now: number, random: Random): ScanRow[] {
  const { plan } = batch;
  const out = plan.steps.find(({ action }) => action === 'activate') ?? plan.steps.find(({ action }) => action === 'issued');
  if (!out) return [];
  const opens = now - (out.daysAgo - 1.5) * DAY;
  // few scans happen after expiry
  const until = batch.expiryDate === null ? now : Math.min(now, Date.parse(batch.expiryDate) + 4 * DAY);
  const evaluate = scanEvaluator(batch, now);
  const ordinals = new Set<number>();
  const onShelf = out.run?.count ?? plan.quantity;
  while (ordinals.size < plan.scanned) ordinals.add(random.whole(random.next() < 0.98 ? onShelf : plan.quantity));
  return [...ordinals].flatMap((ordinal, index) => {
    const cloned = index < (plan.cloned ?? 0);
    return evaluate(ordinal, visitsTo(cloned, opens, until, random));
  });
}

interface Visit {
  time: number;
  device: string;
  region: string;
  /** Differs from the previous visit by device or time. */
  newSession: boolean;
}

/** Of a copied code: too far apart for the time between its first two visits. */
const [FIRST_PLACE, FAR_FROM_FIRST, JUMP_MINUTES] = ['云南省昆明市', '黑龙江省哈尔滨市', 40] as const;

function visitsTo(cloned: boolean, opens: number, until: number, random: Random): Visit[] {
  const sessions = cloned ? 12 + random.whole(14) : 1 + [0.78, 0.94, 0.985].filter((share) => random.next() > share).length;
  const visits: Visit[] = [];
  let time = daytime(opens + random.next() ** 0.9 * (until - opens) * (cloned ? 0.3 : 1), random);
  let device = newDevice(random);
  const home = random.one(places);
  let region: string = cloned ? FIRST_PLACE : home;
  for (let session = 0; session < sessions && time < until; session++) {
    visits.push({ time, device, region, newSession: true });
    const again = time + (1 + random.whole(12)) * MINUTE;
    if (random.next() < 0.12 && again < until) visits.push({ time: again, device, region, newSession: false });
    const next = daytime(time + (0.3 + random.next() * (cloned ? 2 : 6)) * DAY, random);
    if (cloned || random.next() < 0.5) device = newDevice(random);
    if (cloned || random.next() < 0.15) region = random.one(places);
    const isJump = cloned && session === 0;
    time = isJump ? time + JUMP_MINUTES * MINUTE : next;
    if (isJump) region = FAR_FROM_FIRST;
  }
  return visits.filter((visit) => visit.time < until);
}

/** Verdicts of a code's visits in order. Visits count while the code is live. */
function scanEvaluator({ plan, batchId, expiryDate }: IssuedPlan, now: number) {
  const snapshots = plan.steps.map((step, index) => ({
    since: momentOf(now, step.daysAgo),
    ...stateAfter(plan, plan.steps.slice(0, index + 1)),
  }));
  return (ordinal: number, visits: Visit[]): ScanRow[] => {
    let sessions = 0;
    return visits.map((visit) => {
      const snapshot = snapshots.findLast(({ since }) => since <= visit.time) ?? snapshots[0];
      const status = statusOf(snapshot?.segments ?? [], ordinal);
      const live = (snapshot?.state === 'active' || snapshot?.state === 'closed') && status === 'activated';
      if (live && (visit.newSession || sessions === 0)) sessions++;
      const sessionNo = live ? sessions : null;
      const verdict = verdictOf(snapshot?.state, status, live, sessions, expiryDate !== null && expiryDate < dayOf(visit.time));
      const reason = verdict === 'suspect' ? 'manySessions' : null;
      return { ...scanBy(visit), verdict, reason, sessionNo, batchId, ordinal, codeText: null };
    });
  };
}

function verdictOf(state: string | undefined, status: string | undefined, live: boolean, session: number, expired: boolean): Verdict {
  for (const grave of ['void', 'recalled', 'frozen'] as const) if (state === grave || status === grave) return grave;
  if (!live) return 'notActivated';
  if (expired) return 'expired';
  if (session >= SUSPECT_FROM) return 'suspect';
  return session === 1 ? 'genuine' : 'alreadyVerified';
}

/** Scans of texts that are not codes, by a few people. */
export function unknownScans(count: number, since: number, now: number, random: Random): ScanRow[] {
  const people = Array.from({ length: 9 }, () => ({ device: newDevice(random), region: random.one(places) }));
  return Array.from({ length: count }, () => {
    const person = random.one(people);
    const time = Math.min(daytime(since + random.next() * (now - since), random), now - MINUTE);
    const visit = { ...person, time, newSession: true };
    const codeText = Array.from({ length: 16 }, () => random.one([...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'])).join('');
    return { ...scanBy(visit), verdict: 'unknown', reason: null, sessionNo: null, batchId: null, ordinal: null, codeText };
  });
}

/** A device always has the same address (documentation range, RFC 5737) and browser. */
function scanBy({ time, device, region }: Visit) {
  const random = seeded(Number.parseInt(device.slice(0, 8), 16));
  const ip = `${random.one(['192.0.2', '198.51.100', '203.0.113'])}.${1 + random.whole(254)}`;
  const app = random.next() < 0.06;
  return {
    scanId: scanIdAt(time),
    time,
    device,
    ip,
    region: storedPlace(region, regionCodeOf(region)),
    regionCode: regionCodeOf(region),
    channel: app ? 'api' : 'page',
    agent: app ? null : verificationService.shortAgent(random.one(agents)),
  } as const;
}

const newDevice = (random: Random) => random.hex(24) + SAMPLE_DEVICE;

/** Moves a time to shopping hours of the same day in Asia/Shanghai, mostly the evening. */
function daytime(time: number, random: Random): number {
  const midnight = Math.floor((time + 8 * 60 * MINUTE) / DAY) * DAY - 8 * 60 * MINUTE;
  const hour = random.one([7, 8, 9, 10, 10, 11, 11, 12, 12, 13, 14, 15, 15, 16, 17, 17, 18, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 22]);
  return Math.max(Math.floor(time), midnight + (hour * 60 + random.whole(60)) * MINUTE + random.whole(MINUTE));
}

/** Seeded random numbers, so that the sample is equal on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Integer from 0 to below `most`. */
  whole(most: number): number;
  one<T>(of: readonly [T, ...T[]] | readonly T[]): T;
  /** A string of hex digits. */
  hex(digits: number): string;
}

/** Mulberry32: 32 bits of state, sufficient for sample data. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (most: number) => Math.floor(next() * most);
  return {
    next,
    whole,
    one(of) {
      const choice = of[whole(of.length)];
      if (choice === undefined) throw new RangeError('nothing to choose from');
      return choice;
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(16).toString(16)).join(''),
  };
}

/** UUIDv7 of an instant (RFC 9562 §5.7): a timestamp, then random bits. */
function scanIdAt(time: number): string {
  const hex = randomBytes(10).toString('hex');
  const id = `${time.toString(16).padStart(12, '0')}7${hex.slice(0, 3)}8${hex.slice(3, 18)}`;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
