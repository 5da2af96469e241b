import { type Kysely, sql } from 'kysely';

/** The operation log as evidence: rows are sealed into a keyed chain by a follower, and what is cleared is put away, not erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- rows that wait for their seal; written with the row itself, so none is forgotten
    create table operlog_unsealed (oper_id bigint primary key);
    insert into operlog_unsealed select oper_id from operlog;

    create table operlog_seal (
      -- 1, 2, 3 … without a gap
      seal bigint primary key,
      oper_id bigint not null constraint operlog_seal_oper_id_key unique,
      -- SHA-256 of the row's text
      row_hash bytea not null,
      -- HMAC over the seal before it, this number, the row's number and its hash; the key is outside the database
      hash bytea not null,
      seal_time timestamptz not null default now()
    );

    -- a cleared log is put away, never erased: rows up to the furthest clearing, and those that somebody took off one by one
    create table operlog_clearing (
      up_to bigint primary key,
      clear_by bigint not null constraint operlog_clearing_clear_by_fkey references users,
      clear_time timestamptz not null default now()
    );
    create table operlog_removed (
      oper_id bigint primary key constraint operlog_removed_oper_id_fkey references operlog,
      remove_by bigint not null constraint operlog_removed_remove_by_fkey references users,
      remove_time timestamptz not null default now()
    );
  `.execute(db);
}
