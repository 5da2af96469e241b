import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditLogSeal } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { checkpoints, lastCheckpoint, noteCheckpoint, writeCheckpoint } from './checkpoint.ts';
import * as queries from './seal.queries.ts';

/** Rows of one transaction of the follower, and of one look of the check. */
const BATCH = 1000;
const LOOK = 10_000;

/** What is wrong with the operation log, at the first place where anything is. */
export type Breach =
  /** A row was changed, taken away, or its seal is not ours. */
  | { kind: 'changed' | 'missing' | 'forged'; seal: number; operId: number }
  /** The chain ends before the last checkpoint outside the database, or says something else there. */
  | { kind: 'truncated'; seal: number; operId?: undefined }
  /** A row that the server did not write. */
  | { kind: 'stranger'; seal?: undefined; operId: number };

type Keeper = Pick<Installation, 'db' | 'masterKey' | 'dataDir'>;

/**
 * Seals the rows that wait, in the order of their numbers, and notes the end of the chain outside the database. Any number of processes
 * may do it at once: one of them does. Resolves to how many were sealed.
 */
export async function sealWaiting({ db, masterKey, dataDir }: Keeper): Promise<number> {
  const key = keyOf(masterKey);
  let sealed = 0;
  for (;;) {
    const seals = await inTransaction(db, (tx) => sealSome(tx, key));
    const last = seals.at(-1);
    if (!last) {
      writeCheckpoint(dataDir);
      return sealed;
    }
    sealed += seals.length;
    noteCheckpoint(dataDir, last);
    if (seals.length < BATCH) return sealed;
  }
}

/** Notes the end of what this process sealed, as it is about to stop. */
export const noteEnd = ({ dataDir }: Pick<Keeper, 'dataDir'>) => writeCheckpoint(dataDir, true);

async function sealSome(db: Db, key: Buffer): Promise<queries.Seal[]> {
  if (!(await queries.takeTurn(db))) return [];
  const rows = await queries.waiting(db, BATCH);
  if (rows.length === 0) return [];
  let last = await queries.lastSeal(db);
  const seals = rows.map(({ operId, content }) => {
    last = sealOf(key, last, operId, hashOf(content));
    return last;
  });
  await queries.file(db, seals);
  return seals;
}

/**
 * Reads the whole chain against the rows as they are now.
 * @returns how many rows are sealed, and the first breach where there is one
 */
export async function check({ db, masterKey, dataDir }: Keeper): Promise<{ sealed: number; breach?: Breach }> {
  const key = keyOf(masterKey);
  const noted = checkpoints(dataDir);
  let last: queries.Seal | undefined;
  for (;;) {
    const rows = await queries.after(db, last?.seal ?? 0, LOOK);
    for (const { content, ...row } of rows) {
      const breach = wrongWith(key, last, row, content);
      if (breach) return { sealed: last?.seal ?? 0, breach };
      const hashes = noted.get(row.seal);
      if (hashes && (hashes.size > 1 || !hashes.has(row.hash.toString('hex'))))
        return { sealed: row.seal, breach: { kind: 'truncated', seal: row.seal } };
      last = row;
    }
    if (rows.length < LOOK) break;
  }
  const sealed = last?.seal ?? 0;
  if ([...noted.keys()].some((seal) => seal > sealed)) return { sealed, breach: { kind: 'truncated', seal: sealed + 1 } };
  const operId = await queries.stranger(db);
  return operId === undefined ? { sealed } : { sealed, breach: { kind: 'stranger', operId } };
}

/** Seals what waits, reads the whole chain as `check` does, and keeps what was found for those who ask how the chain stands. */
export async function verify(keeper: Keeper): ReturnType<typeof check> {
  await sealWaiting(keeper);
  const outcome = await check(keeper);
  const { kind, seal = '', operId = '' } = outcome.breach ?? { kind: 'whole' };
  await queries.noteCheck(keeper.db, [kind, seal, operId].join(':'));
  return outcome;
}

/** What the last verification found, and when; undefined: there was none. */
export async function lastCheck(db: Db): Promise<{ time: string; breach?: Breach } | undefined> {
  const last = await queries.lastCheck(db);
  if (!last) return undefined;
  const [kind, seal, operId] = last.found.split(':');
  if (kind === 'whole') return { time: last.time };
  // as `verify` wrote it
  return { time: last.time, breach: { kind, seal: Number(seal), operId: Number(operId) } as Breach };
}

/** The link of this folder's newest checkpoint, where the database has no such link: it is an older one. */
export async function lostSince({ db, dataDir }: Keeper): Promise<number | undefined> {
  const noted = lastCheckpoint(dataDir);
  if (!noted || (await queries.hashAt(db, noted.seal))?.toString('hex') === noted.hash) return undefined;
  return noted.seal;
}

function wrongWith(key: Buffer, last: queries.Seal | undefined, row: queries.Seal, content: string | null): Breach | undefined {
  const { seal, operId } = row;
  const expected = sealOf(key, last, operId, row.rowHash);
  if (seal !== expected.seal || !row.hash.equals(expected.hash)) return { kind: 'forged', seal: expected.seal, operId };
  if (content === null) return { kind: 'missing', seal, operId };
  return hashOf(content).equals(row.rowHash) ? undefined : { kind: 'changed', seal, operId };
}

/** How one row stands in the chain: read against the link before it, as a look at the whole chain would. */
export async function standing({ db, masterKey }: Keeper, operId: number): Promise<AuditLogSeal> {
  const row = await queries.linkOf(db, operId);
  if (!row) return { state: (await queries.isWaiting(db, operId)) ? 'waiting' : 'stranger', ...none };
  const { before, content, sealTime, ...link } = row;
  const breach = wrongWith(keyOf(masterKey), before, link, content);
  const shown = { seal: link.seal, hash: link.hash.toString('hex'), before: before?.hash.toString('hex') ?? null, sealTime };
  return { state: breach ? (breach.kind === 'changed' ? 'changed' : 'forged') : 'sealed', ...shown };
}

const none = { seal: null, hash: null, before: null, sealTime: null };

/** Rows that are sealed, and that wait for it. */
export const length = (db: Db) => queries.length(db);

const hashOf = (content: string | null) =>
  createHash('sha256')
    .update(content ?? '')
    .digest();

/** The seal that follows `last`: keyed, so that who can write the database cannot rebuild the chain. */
function sealOf(key: Buffer, last: queries.Seal | undefined, operId: number, rowHash: Buffer): queries.Seal {
  const seal = (last?.seal ?? 0) + 1;
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(BigInt(seal), 0);
  numbers.writeBigUInt64BE(BigInt(operId), 8);
  const hash = createHmac('sha256', key)
    .update(last?.hash ?? '')
    .update(numbers)
    .update(rowHash)
    .digest();
  return { seal, operId, rowHash, hash };
}

const keyOf = (masterKey: Buffer) => Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/operlog-seal/v1', 32));
