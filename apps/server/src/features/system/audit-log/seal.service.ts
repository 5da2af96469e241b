import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditLogSeal } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { checkpoints, lastCheckpoint, noteCheckpoint, writeCheckpoint } from './checkpoint.ts';
import * as queries from './seal.queries.ts';

/** Rows per sealing transaction, and per read of the verification. */
const BATCH = 1000;
const LOOK = 10_000;

/** The first breach found in the audit log. */
export type Breach =
  /** A row was changed or removed, or its seal does not match the key. */
  | { kind: 'changed' | 'missing' | 'forged'; seal: number; operId: number }
  /** The chain ends before the last external checkpoint or differs from it. */
  | { kind: 'truncated'; seal: number; operId?: undefined }
  /** A row that the server did not write. */
  | { kind: 'stranger'; seal?: undefined; operId: number };

type Keeper = Pick<Installation, 'db' | 'masterKey' | 'dataDir'>;

/**
 * Seals waiting rows by id and writes checkpoints. Safe to call in parallel: one process does the work. Returns the number of sealed rows.
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

/** Writes a checkpoint at shutdown. */
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
 * Verifies the whole chain against the current rows.
 * @returns the number of sealed rows, and the first breach if any
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

/** Seals waiting rows, verifies the chain and stores the result. */
export async function verify(keeper: Keeper): ReturnType<typeof check> {
  await sealWaiting(keeper);
  const outcome = await check(keeper);
  const { kind, seal = '', operId = '' } = outcome.breach ?? { kind: 'whole' };
  await queries.noteCheck(keeper.db, [kind, seal, operId].join(':'));
  return outcome;
}

/** The last verification result and its time; undefined if there was none. */
export async function lastCheck(db: Db): Promise<{ time: string; breach?: Breach } | undefined> {
  const last = await queries.lastCheck(db);
  if (!last) return undefined;
  const [kind, seal, operId] = last.found.split(':');
  if (kind === 'whole') return { time: last.time };
  // format written by `verify`
  return { time: last.time, breach: { kind, seal: Number(seal), operId: Number(operId) } as Breach };
}

/** Seal number of the newest checkpoint if the database lacks that link, as after restoring an older backup. */
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

/** Seal state of one row, verified against the previous link as in a full check. */
export async function standing({ db, masterKey }: Keeper, operId: number): Promise<AuditLogSeal> {
  const row = await queries.linkOf(db, operId);
  if (!row) return { state: (await queries.isWaiting(db, operId)) ? 'waiting' : 'stranger', ...none };
  const { before, content, sealTime, ...link } = row;
  const breach = wrongWith(keyOf(masterKey), before, link, content);
  const shown = { seal: link.seal, hash: link.hash.toString('hex'), before: before?.hash.toString('hex') ?? null, sealTime };
  return { state: breach ? (breach.kind === 'changed' ? 'changed' : 'forged') : 'sealed', ...shown };
}

const none = { seal: null, hash: null, before: null, sealTime: null };

export const length = (db: Db) => queries.length(db);

const hashOf = (content: string | null) =>
  createHash('sha256')
    .update(content ?? '')
    .digest();

/** The seal after `last`. It is keyed, so that write access to the database does not allow rebuilding the chain. */
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
