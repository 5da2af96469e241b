import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

export interface CodePlace {
  batchId: number;
  level: number;
  ordinal: number;
}

/** `code_key_of` of the database: the first 52 bits of SHA-256, an exact number here. Texts are those of unknown codes, as stored. */
export const codeKeyOf = (code: CodePlace | string): number =>
  Number.parseInt(
    hash('sha256', typeof code === 'string' ? code : `${code.batchId}/${code.level}/${code.ordinal}`, 'hex').slice(0, 13),
    16,
  );

/**
 * Whether scans and counters are spread over the machines of a Citus cluster (`suyuan distribute`). Their keys then contain `code_key`. A
 * process serves one database, and its heartbeat reads this once a second.
 */
let distributed = false;

export const isDistributed = (): boolean => distributed;

export function setDistributed(value: boolean): void {
  if (distributed !== value) shardsByDb = new WeakMap();
  distributed = value;
}

/** False for an empty database. */
export const IS_DISTRIBUTED = `exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indexrelid = to_regclass('scan_state_pkey') and a.attname = 'code_key')`;

export async function readLayout(db: Db): Promise<void> {
  const { rows } = await sql<{ distributed: boolean }>`select ${sql.raw(IS_DISTRIBUTED)} as distributed`.execute(db);
  setDistributed(rows[0]?.distributed ?? false);
}

/** Condition that leads a statement about one code to its machine. One PostgreSQL has no such column. */
export const onNodeOf = (code: CodePlace | string, column = 'code_key'): RawBuilder<boolean> =>
  distributed ? sql<boolean>`${sql.ref(column)} = ${codeKeyOf(code)}::bigint` : sql<boolean>`true`;

/** As `onNodeOf`, for a list of codes. */
export const onNodesOf = (codes: readonly (CodePlace | string)[]): RawBuilder<boolean> =>
  distributed ? sql<boolean>`code_key = any(${codes.map(codeKeyOf)}::bigint[])` : sql<boolean>`true`;

/** Condition of a join of scans and counters. */
export const onSameNode = (one: string, other: string): RawBuilder<boolean> =>
  distributed ? sql<boolean>`${sql.ref(`${one}.code_key`)} = ${sql.ref(`${other}.code_key`)}` : sql<boolean>`true`;

/** First column of an insert into scans or counters, with its comma. */
export const codeKeyColumn = (): RawBuilder<unknown> => sql.raw(distributed ? 'code_key, ' : '');

/** Its value, for a code. */
export const codeKeyParameter = (code: CodePlace | string): RawBuilder<unknown> => (distributed ? sql`${codeKeyOf(code)}, ` : sql``);

/** Its value, from columns. `code` lists batch, level, ordinal and text. */
export const codeKeyValue = (code: string): RawBuilder<unknown> => sql.raw(distributed ? `code_key_of(${code}), ` : '');

export interface Shard {
  id: number;
  /** Machine, by number. */
  node: number;
  /** Lowest hash. */
  from: number;
  to: number;
}

/** As `codeKeyColumn`, for the query builder. */
export const codeKeyField = (code: CodePlace | string): object => (distributed ? { codeKey: codeKeyOf(code) } : {});

/** Milliseconds after which shards are read again, because a rebalance moves them. */
const SHARDS_TTL = 60_000;

let shardsByDb = new WeakMap<Db, { shards: Promise<Shard[]>; readAt: number }>();

/** Shards of the counters, which those of the scans are next to. */
export function readShards(db: Db): Promise<Shard[]> {
  const cached = shardsByDb.get(db);
  if (cached && performance.now() - cached.readAt < SHARDS_TTL) return cached.shards;
  const shards = sql<Shard>`
    select s.shardid as id, p.groupid as node, s.shardminvalue::int as "from", s.shardmaxvalue::int as "to"
    from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid where s.logicalrelid = 'scan_state'::regclass
    order by s.shardid`
    .execute(db)
    .then(({ rows }) => rows);
  shardsByDb.set(db, { shards, readAt: performance.now() });
  shards.catch(() => shardsByDb.delete(db));
  return shards;
}

/** Reads a row of one shard on each machine. @throws where one does not answer, so that its scans cannot be recorded */
export async function checkNodes(db: Db): Promise<void> {
  const shards = await readShards(db);
  const keyByNode = new Map<number, number>();
  for (let key = 0; keyByNode.size < new Set(shards.map(({ node }) => node)).size; key++) keyByNode.set(shardOf(shards, key).node, key);
  await sql`select count(*) from scan_state where code_key = any(${[...keyByNode.values()]}::bigint[])`.execute(db);
}

export function shardOf(shards: readonly Shard[], codeKey: number): Shard {
  const hash = hashOf(codeKey);
  const shard = shards.find(({ from, to }) => hash >= from && hash <= to);
  if (!shard) throw new Error('the code has no shard');
  return shard;
}

/** PostgreSQL's `hashint8` of a positive number, by which Citus chooses the shard. */
export function hashOf(key: number): number {
  const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));
  const start = (0x9e3779b9 + 4 + 3923095) | 0;
  let [a, b, c] = [(start + ((key | 0) ^ Math.floor(key / 2 ** 32))) | 0, start, start];
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}
