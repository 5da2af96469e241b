import { hash, hkdfSync } from 'node:crypto';
import { toHalfWidth } from '@suyuan/codes';
import { MAX_FOREIGN_CODE_CHARACTERS } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { readPrimary } from '../../../platform/db/standby-reads.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as queries from './code-space.queries.ts';

/** Foreign codes are printable ASCII, stored as keyed digests in one space, so a text identifies at most one code. */

export const MAX_FOREIGN_CODE_LENGTH = MAX_FOREIGN_CODE_CHARACTERS;

export const storedSpaceId = (db: Db): Promise<number> => queries.findOrCreateSpace(db);

export const hasForeign = (db: Db, batchId: number) => queries.hasForeign(db, batchId);

export const isForeignText = (text: string): boolean =>
  text.length > 0 && text.length <= MAX_FOREIGN_CODE_LENGTH && /^[\x21-\x7e]+$/.test(text);

const BLOCK_BYTES = 64;
const keyCache = new WeakMap<Buffer, Map<number, Buffer>>();

function keyOf({ masterKey }: Pick<Installation, 'masterKey'>, spaceId: number): Buffer {
  const keysBySpace = keyCache.get(masterKey) ?? new Map<number, Buffer>();
  keyCache.set(masterKey, keysBySpace);
  const key = keysBySpace.get(spaceId) ?? Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/stored/v1|${spaceId}`, 32));
  keysBySpace.set(spaceId, key);
  return key;
}

/** The first 128 bits of an HMAC-SHA-256 (RFC 2104), as a UUID. Two direct hash calls are four times as fast as an HMAC object. */
export function foreignDigest(installation: Pick<Installation, 'masterKey'>, spaceId: number): (text: string) => string {
  const key = keyOf(installation, spaceId);
  const inner = Buffer.alloc(BLOCK_BYTES + MAX_FOREIGN_CODE_LENGTH * 3, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + 32, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (text) => {
    const length = inner.write(text, BLOCK_BYTES);
    outer.set(hash('sha256', inner.subarray(0, BLOCK_BYTES + length), 'buffer'), BLOCK_BYTES);
    const hex = hash('sha256', outer, 'hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  };
}

/** As scanned, and as typed with spaces, dashes, full-width or lower-case characters. */
function candidates(text: string): string[] {
  const exact = text.trim();
  const narrow = toHalfWidth(exact);
  const squeezed = narrow.replace(/[\p{Zs}\p{Pd}\u2212]/gu, '');
  return [...new Set([exact, narrow, squeezed, squeezed.toUpperCase()])].filter(isForeignText);
}

/** It is a code only if a batch range contains the serial. */
export interface DecodedCode {
  spaceId: number;
  epoch: number;
  serial: number;
}

interface Lookup {
  hashes: string[];
  resolve(codes: DecodedCode[]): void;
  reject(error: unknown): void;
}

/** The next query serves all waiting lookups, so a burst uses one connection. Scans are among them, so it reads the primary. */
const lookupQueues = new WeakMap<Db, { pending: Lookup[]; running: boolean }>();

/** Milliseconds for which the existence of foreign codes is cached. */
const CACHE_MS = 1000;
const spaceCache = new WeakMap<Db, { space: Promise<number | undefined>; readAt: number }>();

function spaceInUse(db: Db): Promise<number | undefined> {
  const cached = spaceCache.get(db);
  if (cached && performance.now() - cached.readAt < CACHE_MS) return cached.space;
  const space = readPrimary(() => queries.findSpaceInUse(db));
  spaceCache.set(db, { space, readAt: performance.now() });
  space.catch(() => spaceCache.delete(db));
  return space;
}

/** An imported code may be the bare serial or the whole symbol text. */
export async function findStored(installation: Installation, ...texts: readonly string[]): Promise<DecodedCode[]> {
  const { db } = installation;
  const spaceId = await spaceInUse(db);
  if (spaceId === undefined) return [];
  const digest = foreignDigest(installation, spaceId);
  const hashes = [...new Set(texts.flatMap(candidates))].map(digest);
  if (hashes.length === 0) return [];
  return new Promise((resolve, reject) => {
    const queue = lookupQueues.get(db) ?? { pending: [], running: false };
    lookupQueues.set(db, queue);
    queue.pending.push({ hashes, resolve, reject });
    if (!queue.running) void readPrimary(() => runLookups(db, spaceId, queue));
  });
}

/** Lookups per query. */
const LOOKUPS_PER_QUERY = 2000;

async function runLookups(db: Db, spaceId: number, queue: { pending: Lookup[]; running: boolean }) {
  queue.running = true;
  while (queue.pending.length > 0) {
    const lookups = queue.pending.splice(0, LOOKUPS_PER_QUERY);
    try {
      const serials = await queries.findSerials(db, spaceId, [...new Set(lookups.flatMap(({ hashes }) => hashes))]);
      for (const { hashes, resolve } of lookups) {
        const first = hashes.find((one) => serials.has(one));
        const serial = first === undefined ? undefined : serials.get(first);
        resolve(serial === undefined ? [] : [{ spaceId, epoch: queries.STORED_EPOCH, serial }]);
      }
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }
  queue.running = false;
}
