import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { AuditLogSeal } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import type { Bilingual } from '../../../platform/translations.ts';
import * as queries from './audit-log.queries.ts';

/** End of the chain, stored outside the database to detect truncation or an older backup. */
interface Checkpoint {
  seal: number;
  /** Hex. */
  hash: string;
}

/** A checkpoint is due after this many milliseconds or rows. */
const MAX_AGE_MS = 60_000;
const MAX_ROWS = 1000;

const fileOf = (dataDir: string) => path.join(dataDir, 'operlog.checkpoints');

const lastWritten = new Map<string, { seal: number; time: number }>();
const pendingEnds = new Map<string, Checkpoint>();

/** Stores the end of the chain in memory, and in the file if a checkpoint is due. */
function recordCheckpoint(dataDir: string, { seal, hash }: { seal: number; hash: Buffer }): void {
  pendingEnds.set(dataDir, { seal, hash: hash.toString('hex') });
  writeCheckpoint(dataDir);
}

/**
 * Writes the last stored end if due: the first time, after `MAX_AGE_MS`, after `MAX_ROWS`, or with `force`. Called periodically too, so that the last
 * rows before a quiet period are covered.
 */
function writeCheckpoint(dataDir: string, force = false): void {
  const end = pendingEnds.get(dataDir);
  if (!end) return;
  const last = lastWritten.get(dataDir);
  if (!force && last && end.seal - last.seal < MAX_ROWS && Date.now() - last.time < MAX_AGE_MS) return;
  appendFileSync(fileOf(dataDir), `${JSON.stringify({ ...end, time: new Date().toISOString() })}\n`, { flush: true });
  lastWritten.set(dataDir, { seal: end.seal, time: Date.now() });
  pendingEnds.delete(dataDir);
}

/** Empty for a partially written line. */
function checkpointsOf(line: string): Checkpoint[] {
  try {
    return [JSON.parse(line) as Checkpoint];
  } catch {
    return [];
  }
}

/** All checkpoints in groups, because the file grows without limit. */
async function* readCheckpoints(dataDir: string): AsyncGenerator<Checkpoint[]> {
  if (!existsSync(fileOf(dataDir))) return;
  const file = await open(fileOf(dataDir));
  let group: Checkpoint[] = [];
  for await (const line of file.readLines()) {
    group.push(...checkpointsOf(line));
    if (group.length < VERIFY_BATCH) continue;
    yield group;
    group = [];
  }
  yield group;
}

/** Bytes of the file that are read at each start: about the last 500 checkpoints. */
const TAIL_BYTES = 64 * 1024;

/**
 * The furthest end of a chain among the newest checkpoints, with its hashes. It is not the last one after a start with an older database,
 * whose chain is shorter.
 */
function readFurthestCheckpoint(dataDir: string): { seal: number; hashes: ReadonlySet<string> } | undefined {
  const size = statSync(fileOf(dataDir), { throwIfNoEntry: false })?.size;
  if (!size) return undefined;
  const file = openSync(fileOf(dataDir), 'r');
  try {
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const checkpoints = tail.toString().split('\n').flatMap(checkpointsOf);
    const seal = Math.max(...checkpoints.map((each) => each.seal));
    const hashes = new Set(checkpoints.filter((each) => each.seal === seal).map(({ hash }) => hash));
    return hashes.size > 0 ? { seal, hashes } : undefined;
  } finally {
    closeSync(file);
  }
}

/** Rows per sealing transaction, and per read of the verification. */
const SEAL_BATCH = 1000;
const VERIFY_BATCH = 10_000;

/** The first breach found in the audit log. */
export type Breach =
  /** A row was changed or removed, or its seal does not match the key. */
  | { kind: 'changed' | 'missing' | 'forged'; seal: number; operId: number }
  /** The chain ends before the last external checkpoint or differs from it. */
  | { kind: 'truncated'; seal: number; operId?: undefined }
  /** A row that the server did not write. */
  | { kind: 'stranger'; seal?: undefined; operId: number };

type SealContext = Pick<Installation, 'db' | 'masterKey' | 'dataDir'>;

/**
 * Seals waiting rows by id and writes checkpoints. Safe to call in parallel: one process does the work. Returns the number of sealed rows.
 */
export async function sealWaiting({ db, masterKey, dataDir }: SealContext): Promise<number> {
  const key = keyOf(masterKey);
  let sealed = 0;
  for (;;) {
    const seals = await inTransaction(db, (tx) => sealBatch(tx, key));
    const last = seals.at(-1);
    if (!last) {
      writeCheckpoint(dataDir);
      return sealed;
    }
    sealed += seals.length;
    recordCheckpoint(dataDir, last);
    if (seals.length < SEAL_BATCH) return sealed;
  }
}

/** Writes a checkpoint at shutdown. */
export const writeFinalCheckpoint = ({ dataDir }: Pick<SealContext, 'dataDir'>) => writeCheckpoint(dataDir, true);

async function sealBatch(db: Db, key: Buffer): Promise<queries.Seal[]> {
  if (!(await queries.tryLock(db))) return [];
  const rows = await queries.listWaiting(db, SEAL_BATCH);
  if (rows.length === 0) return [];
  let last = await queries.lastSeal(db);
  const seals = rows.map(({ operId, content }) => {
    last = sealOf(key, last, operId, hashOf(content));
    return last;
  });
  await queries.insert(db, seals);
  return seals;
}

/**
 * Verifies the whole chain against the current rows.
 * @returns the number of sealed rows, and the first breach if any
 */
export async function verifyChain({ db, masterKey, dataDir }: SealContext): Promise<{ sealed: number; breach?: Breach }> {
  const key = keyOf(masterKey);
  let last: queries.Seal | undefined;
  for (;;) {
    const rows = await queries.listAfter(db, last?.seal ?? 0, VERIFY_BATCH);
    for (const { content, ...row } of rows) {
      const breach = findBreach(key, last, row, content);
      if (breach) return { sealed: last?.seal ?? 0, breach };
      last = row;
    }
    if (rows.length < VERIFY_BATCH) break;
  }
  const sealed = last?.seal ?? 0;
  const truncated = await findTruncation(db, dataDir, sealed);
  if (truncated !== undefined) return { sealed: Math.min(truncated, sealed), breach: { kind: 'truncated', seal: truncated } };
  const operId = await queries.findUnknownRow(db);
  return operId === undefined ? { sealed } : { sealed, breach: { kind: 'stranger', operId } };
}

/** The first link that differs from a checkpoint or is missing; undefined if the chain agrees with all of them. */
async function findTruncation(db: Db, dataDir: string, sealed: number): Promise<number | undefined> {
  let first: number | undefined;
  for await (const checkpoints of readCheckpoints(dataDir)) {
    const hashes = await queries.hashesOf(
      db,
      checkpoints.map(({ seal }) => seal),
    );
    for (const { seal, hash } of checkpoints) if (hashes.get(seal) !== hash) first = Math.min(first ?? seal, seal, sealed + 1);
  }
  return first;
}

/** Seals waiting rows, verifies the chain and stores the result. */
export async function verifyAndRecord(context: SealContext): ReturnType<typeof verifyChain> {
  await sealWaiting(context);
  const outcome = await verifyChain(context);
  const { kind, seal = '', operId = '' } = outcome.breach ?? { kind: 'whole' };
  await queries.recordVerification(context.db, [kind, seal, operId].join(':'));
  return outcome;
}

/** The last verification result and its time; undefined if there was none. */
export async function readLastVerification(db: Db): Promise<{ time: string; breach?: Breach } | undefined> {
  const last = await queries.findLastVerification(db);
  if (!last) return undefined;
  const [kind, seal, operId] = last.found.split(':');
  if (kind === 'whole') return { time: last.time };
  // format written by `verifyAndRecord`
  return { time: last.time, breach: { kind, seal: Number(seal), operId: Number(operId) } as Breach };
}

/** Seal number of the furthest checkpoint if the database lacks that link, as after restoring an older backup. */
export async function findMissingSeal({ db, dataDir }: SealContext): Promise<number | undefined> {
  const checkpoint = readFurthestCheckpoint(dataDir);
  if (!checkpoint) return undefined;
  const hash = (await queries.findHash(db, checkpoint.seal))?.toString('hex');
  return hash !== undefined && checkpoint.hashes.has(hash) ? undefined : checkpoint.seal;
}

function findBreach(key: Buffer, last: queries.Seal | undefined, row: queries.Seal, content: string | null): Breach | undefined {
  const { seal, operId } = row;
  const expected = sealOf(key, last, operId, row.rowHash);
  if (seal !== expected.seal || !row.hash.equals(expected.hash)) return { kind: 'forged', seal: expected.seal, operId };
  if (content === null) return { kind: 'missing', seal, operId };
  return hashOf(content).equals(row.rowHash) ? undefined : { kind: 'changed', seal, operId };
}

/** Seal state of one row, verified against the previous link as in a full check. */
export async function readState({ db, masterKey }: SealContext, operId: number): Promise<AuditLogSeal> {
  const row = await queries.findLink(db, operId);
  if (!row) return { state: (await queries.isWaiting(db, operId)) ? 'waiting' : 'stranger', ...noSeal };
  const { before, content, sealTime, ...link } = row;
  const breach = findBreach(keyOf(masterKey), before, link, content);
  const sealFields = { seal: link.seal, hash: link.hash.toString('hex'), before: before?.hash.toString('hex') ?? null, sealTime };
  return { state: breach ? (breach.kind === 'changed' ? 'changed' : 'forged') : 'sealed', ...sealFields };
}

const noSeal = { seal: null, hash: null, before: null, sealTime: null };

export const countSeals = (db: Db) => queries.countSeals(db);

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

/** Describes a breach of the audit log chain in both languages. */
export function describeBreach({ kind, seal = 0, operId = 0 }: Breach): Bilingual {
  const [chinese = '', english = ''] = breachTexts[kind](seal, operId);
  return { chinese, english };
}

const breachTexts = {
  changed: (seal: number, operId: number) => [`第 ${seal} 环（操作序号 ${operId}）的内容被改`, `row ${operId} (link ${seal}) was changed`],
  missing: (seal: number, operId: number) => [`第 ${seal} 环（操作序号 ${operId}）的行不见了`, `row ${operId} (link ${seal}) is gone`],
  forged: (seal: number, operId: number) => [
    `第 ${seal} 环（操作序号 ${operId}）不是本系统封的`,
    `link ${seal} (row ${operId}) is not ours`,
  ],
  truncated: (seal: number) => [
    `从第 ${seal} 环起与库外的检查点不符：被截短，或换成了旧的备份`,
    `from link ${seal} on it does not agree with the checkpoint outside the database: cut short, or an older backup`,
  ],
  stranger: (_seal: number, operId: number) => [`操作序号 ${operId} 的行不是经服务写入的`, `row ${operId} was not written by the server`],
} as const;
