import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/database.ts';
import { connect } from './connect.ts';
import { isTransientError } from './database-errors.ts';
import type { Db } from './db.ts';
import { prepared } from './prepared.ts';

describe('prepared statements', () => {
  let database: TestDatabase;
  let db: Db;

  const open = (options = {}) => connect(database.url, { max: 1, ...options });
  const names = async (pool: Db) => (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(pool)).rows.length;
  const read = (pool: Db) => sql<Record<string, unknown>>`select * from shelf where shelf_id = ${1}`.execute(pool);

  beforeAll(async () => {
    database = await cloneDatabase();
    db = open();
    await sql`create table shelf (shelf_id int primary key, label text)`.execute(database.owner);
    await sql`grant select on shelf to public`.execute(database.owner);
    await sql`insert into shelf values (1, 'one')`.execute(database.owner);
    return async () => {
      await db.destroy();
      await database.close();
    };
  });

  it('are the default from the second use on', async () => {
    expect(await names(db)).toBe(0);
    for (let use = 0; use < 3; use++) await sql`select ${use}::int + 1`.execute(db);
    expect(await names(db)).toBe(1);
  });

  it('are not used for pages and ranges, whose plan depends on the values, unless they are marked', async () => {
    const before = await names(db);
    for (let use = 0; use < 3; use++) {
      await sql`select * from shelf where shelf_id > ${use}`.execute(db);
      await sql`select * from shelf limit ${use}`.execute(db);
    }
    expect(await names(db)).toBe(before);
    for (let use = 0; use < 3; use++) await sql`${prepared}select * from shelf limit ${use}`.execute(db);
    expect(await names(db)).toBe(before + 1);
  });

  it('are bounded on each connection, and return after they were closed', async () => {
    const statement = (index: number) => sql.raw(`select ${index} + `);
    for (let index = 0; index < 130; index++) for (let use = 0; use < 2; use++) await sql`${statement(index)}${1}::int`.execute(db);
    expect(await names(db)).toBeLessThanOrEqual(101);
    const { rows } = await sql<{ sum: number }>`${statement(0)}${1}::int as sum`.execute(db);
    expect(rows).toEqual([{ sum: 1 }]);
    expect((await read(db)).rows).toHaveLength(1);
  });

  it('survive a change of the schema', async () => {
    for (let use = 0; use < 3; use++) await read(db);
    await sql`alter table shelf add column room text`.execute(database.owner);
    expect((await read(db)).rows).toEqual([{ shelfId: 1, label: 'one', room: null }]);
    await sql`deallocate all`.execute(db);
    expect((await read(db)).rows).toHaveLength(1);
  });

  it('fail once inside a transaction after a change of the schema, as an error that a retry resolves', async () => {
    for (let use = 0; use < 3; use++) await read(db);
    await sql`alter table shelf add column floor text`.execute(database.owner);
    const failed = await db
      .transaction()
      .execute((tx) => read(tx))
      .catch((error: unknown) => error);
    expect(isTransientError(failed)).toBe(true);
    expect((await db.transaction().execute((tx) => read(tx))).rows).toMatchObject([{ floor: null }]);
  });

  it('fail once inside a transaction after the server lost them, as an error that a retry resolves', async () => {
    for (let use = 0; use < 3; use++) await read(db);
    const lost = await db
      .transaction()
      .execute(async (tx) => {
        await sql`deallocate all`.execute(tx);
        return read(tx);
      })
      .catch((error: unknown) => error);
    expect(isTransientError(lost)).toBe(true);
    expect((await db.transaction().execute((tx) => read(tx))).rows).toHaveLength(1);
  });

  it('are not made of long texts, which vary with their lists of values', async () => {
    const before = await names(db);
    const ids = Array.from({ length: 2000 }, (_, index) => index);
    for (let use = 0; use < 3; use++) await sql`select 1 where 1 in (${sql.join(ids)})`.execute(db);
    expect(await names(db)).toBe(before);
  });

  it('are off behind a pooler, unless it supports them', async () => {
    for (const poolPrepared of [false, true]) {
      const pooled = open({ poolUrl: database.url, poolPrepared });
      for (let use = 0; use < 3; use++) await read(pooled);
      expect(await names(pooled)).toBe(poolPrepared ? 1 : 0);
      await pooled.destroy();
    }
  });
});
