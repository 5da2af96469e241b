import { hash, hkdfSync } from 'node:crypto';
import { toHalfWidth } from '@suyuan/codes';
import { LONGEST_FOREIGN_CODE } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as queries from './stored-codes.queries.ts';

/** Codes that others made: any printable ASCII, known by a keyed digest alone, all in one space so that a text names at most one. */

export const LONGEST = LONGEST_FOREIGN_CODE;

/** Their space, made where there is none. */
export const storedSpace = (db: Db): Promise<number> => queries.findOrMakeSpace(db);

/** Whether some codes of a batch were made by others. */
export const hasForeign = (db: Db, batchId: number) => queries.hasForeign(db, batchId);

/** Tells whether a text may be a foreign code at all. */
export const isForeignText = (text: string): boolean => text.length > 0 && text.length <= LONGEST && /^[\x21-\x7e]+$/.test(text);

const BLOCK = 64;
const keys = new WeakMap<Buffer, Map<number, Buffer>>();

function keyOf({ masterKey }: Pick<Installation, 'masterKey'>, spaceId: number): Buffer {
  const known = keys.get(masterKey) ?? new Map<number, Buffer>();
  keys.set(masterKey, known);
  const key = known.get(spaceId) ?? Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/stored/v1|${spaceId}`, 32));
  known.set(spaceId, key);
  return key;
}

/**
 * What a foreign text is stored as: the first 128 bits of its HMAC-SHA-256 (RFC 2104), written as a UUID. The two hashes are called one by
 * one: four times as fast as an HMAC object a text.
 */
export function foreignText(installation: Pick<Installation, 'masterKey'>, spaceId: number): (text: string) => string {
  const key = keyOf(installation, spaceId);
  const inner = Buffer.alloc(BLOCK + LONGEST * 3, 0x36);
  const outer = Buffer.alloc(BLOCK + 32, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (text) => {
    const length = inner.write(text, BLOCK);
    outer.set(hash('sha256', inner.subarray(0, BLOCK + length), 'buffer'), BLOCK);
    const hex = hash('sha256', outer, 'hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  };
}

/** As a camera read it; and as a person may have typed it, with spaces, dashes, full-width signs and small letters. */
function candidates(text: string): string[] {
  const exact = text.trim();
  const narrow = toHalfWidth(exact);
  const squeezed = narrow.replace(/[\p{Zs}\p{Pd}\u2212]/gu, '');
  return [...new Set([exact, narrow, squeezed, squeezed.toUpperCase()])].filter(isForeignText);
}

/** Where a text may come from: a text names a code only if a range holds the serial. */
export interface Decoded {
  spaceId: number;
  epoch: number;
  serial: number;
}

interface Waiting {
  hashes: string[];
  resolve(found: Decoded[]): void;
  reject(error: unknown): void;
}

/** Questions that wait for the one under way: the next asks for all of them, so that a flood of texts takes one connection. */
const lines = new WeakMap<Db, { waiting: Waiting[]; running: boolean }>();

/** Milliseconds that a process relies on whether there are foreign codes. */
const FRESH = 1000;
const known = new WeakMap<Db, { space: Promise<number | undefined>; readAt: number }>();

function spaceInUse(db: Db): Promise<number | undefined> {
  const remembered = known.get(db);
  if (remembered && performance.now() - remembered.readAt < FRESH) return remembered.space;
  const space = queries.findSpaceInUse(db);
  known.set(db, { space, readAt: performance.now() });
  space.catch(() => known.delete(db));
  return space;
}

/** The serial of a foreign code, if one of `texts` is one: what was imported may be a serial, or the whole text around it. */
export async function findStored(installation: Installation, ...texts: readonly string[]): Promise<Decoded[]> {
  const { db } = installation;
  const spaceId = await spaceInUse(db);
  if (spaceId === undefined) return [];
  const digest = foreignText(installation, spaceId);
  const hashes = [...new Set(texts.flatMap(candidates))].map(digest);
  if (hashes.length === 0) return [];
  return new Promise((resolve, reject) => {
    const line = lines.get(db) ?? { waiting: [], running: false };
    lines.set(db, line);
    line.waiting.push({ hashes, resolve, reject });
    if (!line.running) void answer(db, spaceId, line);
  });
}

/** Texts that one question asks for. */
const MOST = 2000;

async function answer(db: Db, spaceId: number, line: { waiting: Waiting[]; running: boolean }) {
  line.running = true;
  while (line.waiting.length > 0) {
    const asked = line.waiting.splice(0, MOST);
    try {
      const serials = await queries.findSerials(db, spaceId, [...new Set(asked.flatMap(({ hashes }) => hashes))]);
      for (const { hashes, resolve } of asked) {
        const first = hashes.find((one) => serials.has(one));
        const serial = first === undefined ? undefined : serials.get(first);
        resolve(serial === undefined ? [] : [{ spaceId, epoch: queries.EPOCH, serial }]);
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  line.running = false;
}
