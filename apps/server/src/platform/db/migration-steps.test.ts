import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import type { Db } from './db.ts';
import { codeKeyColumn, codeKeyValue } from './layout.ts';
import { migrate } from './migrate.ts';
import { planMigrations } from './migration-plan.ts';
import { backfill, createIndex, dropIndex, type Migration } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';

describe('later steps of a migration', () => {
  let db: Db;
  let owner: Db;
  let close: () => Promise<void>;
  const messages: string[] = [];
  const report = (message: string) => void messages.push(message);
  const noChange = async () => {};

  beforeAll(async () => {
    ({ db, owner, close } = await cloneDatabase());
    await sql`create table parcel (parcel_id int primary key, weight int, grams int)`.execute(owner);
    await sql`insert into parcel select id, id from generate_series(1, 100) id`.execute(owner);
  });
  afterAll(() => close());

  async function indexesOf(name: string) {
    const { rows } = await sql<{ name: string; valid: boolean }>`
      select indexrelid::regclass::text as name, indisvalid as valid from pg_index
      where indexrelid = to_regclass(${name}) or indexrelid in (select inhrelid from pg_inherits where inhparent = to_regclass(${name}))`.execute(
      owner,
    );
    return rows;
  }

  it('build an index on each partition, replace what an interrupted run left, and are done once', async () => {
    const { rows: partitions } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'scan'::regclass order by 1`.execute(owner);
    // as after a killed `create index concurrently`
    await sql.raw(`create index ${partitions[1]?.name}_probe_idx on ${partitions[1]?.name} (verdict)`).execute(owner);
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass(${`${partitions[1]?.name}_probe_idx`})`.execute(owner);
    const steps = [
      createIndex('scan_probe_idx', 'scan', "(verdict, scan_id) where verdict <> 'genuine'", { smallTable: 0 }),
      createIndex('parcel_weight_idx', 'parcel', '(weight)', { smallTable: 0 }),
      createIndex('scan_place_probe_idx', 'scan', '(region_code, scan_id)'),
    ];
    const available: Record<string, Migration> = { ...migrations, '9001-test': { up: noChange, steps } };
    expect(await migrate(db, { available, report })).toEqual(['9001-test']);
    const indexes = await indexesOf('scan_probe_idx');
    expect(indexes.filter(({ valid }) => !valid)).toEqual([]);
    expect(indexes).toHaveLength(partitions.length + 1);
    expect(await indexesOf('parcel_weight_idx')).toEqual([{ name: 'parcel_weight_idx', valid: true }]);
    expect(await indexesOf('scan_place_probe_idx')).toHaveLength(partitions.length + 1);
    messages.length = 0;
    expect(await migrate(db, { available, report })).toEqual([]);
    expect(messages).toEqual([]);
    await sql`select ensure_scan_partition(now() + interval '9 months')`.execute(owner);
    expect(await indexesOf('scan_probe_idx')).toHaveLength(partitions.length + 2);

    const dropping = {
      ...available,
      '9002-test': { up: noChange, steps: [dropIndex('scan_probe_idx', 'scan'), dropIndex('parcel_weight_idx', 'parcel')] },
    };
    expect(await migrate(db, { available: dropping, report })).toEqual(['9002-test']);
    expect([...(await indexesOf('scan_probe_idx')), ...(await indexesOf('parcel_weight_idx'))]).toEqual([]);
  });

  it('are planned with their locks and sizes, and nothing is changed', async () => {
    await sql`select ensure_scan_partition(now())`.execute(db);
    await sql`insert into scan (${codeKeyColumn()}scan_id, scan_time, verdict, code_text, device, channel)
      select ${codeKeyValue("null, null, null, 'X' || n")}(left(uuid7_floor(now())::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'unknown', 'X' || n, '\\x00', 'page'
      from generate_series(1, 7) n`.execute(db);
    await sql`analyze parcel, scan`.execute(owner);
    const up = async (session: Kysely<unknown>) => {
      await sql`alter table scan add column probe text`.execute(session);
      await sql`update parcel set grams = 0`.execute(session);
      await sql`create table crate (parcel_id int references parcel)`.execute(session);
    };
    const steps = [createIndex('parcel_grams_idx', 'parcel', '(grams)'), dropIndex('scan_missing_idx', 'scan')];
    const available: Record<string, Migration> = { ...migrations, '9003-test': { up, steps } };
    const report = () => {};
    expect(await planMigrations(db, { available, report })).toEqual({
      pending: ['9003-test'],
      milliseconds: expect.any(Number),
      locks: [
        { migration: '9003-test', table: 'parcel', lock: 'share row exclusive', rows: 100, bytes: expect.any(Number) },
        { migration: '9003-test', table: 'scan', lock: 'access exclusive', rows: 7, bytes: expect.any(Number) },
        {
          migration: '9003-test',
          step: 'create parcel_grams_idx',
          table: 'parcel',
          lock: 'share update exclusive',
          rows: 100,
          bytes: expect.any(Number),
        },
        {
          migration: '9003-test',
          step: 'drop scan_missing_idx',
          table: 'scan',
          lock: 'access exclusive for a moment',
          rows: 7,
          bytes: expect.any(Number),
        },
      ],
    });
    expect(await planMigrations(db, { report })).toEqual({ pending: [], locks: [], milliseconds: 0 });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_attribute where attrelid = 'scan'::regclass and attname = 'probe'`.execute(owner);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('change rows in batches, and continue after an interruption where the last batch ended', async () => {
    const positions: (number | undefined)[] = [];
    const grams = backfill<number>('grams', 'parcel', async (tx, position) => {
      positions.push(position);
      const { rows } = await sql<{ last: number | null; rows: number }>`
        with changed as (
          update parcel set grams = coalesce(grams, 0) + weight * 1000 where parcel_id > ${position ?? 0} and parcel_id <= ${(position ?? 0) + 30} returning parcel_id
        ) select max(parcel_id) as last, count(*)::int as rows from changed`.execute(tx);
      const [row] = rows;
      return row?.last ? { rows: row.rows, position: row.last } : undefined;
    });
    const available: Record<string, Migration> = {
      ...migrations,
      '9001-test': { up: noChange },
      '9002-test': { up: noChange },
      '9003-test': { up: noChange, steps: [grams] },
    };
    const proceed = () => {
      if (positions.length === 2) throw new Error('the process ends');
    };
    await expect(migrate(db, { available, report, proceed })).rejects.toThrow('the process ends');
    positions.push(-1);
    expect(await migrate(db, { available, report })).toEqual([]);
    expect(positions).toEqual([undefined, 30, -1, 60, 90, 100]);
    const { rows } = await sql<{
      wrong: number;
    }>`select count(*)::int as wrong from parcel where grams is distinct from weight * 1000`.execute(owner);
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  it('give up in a deadlock with another transaction, which continues, and are repeated', async () => {
    await sql`create table crate (crate_id int)`.execute(owner);
    let attempts = 0;
    let other: Promise<unknown> = Promise.resolve();
    const up = async (session: Kysely<unknown>) => {
      await sql`lock table parcel in access exclusive mode`.execute(session);
      if (attempts++ === 0)
        await new Promise<void>((resolve) => {
          const transaction = owner.transaction().execute(async (tx) => {
            await sql`lock table crate in access exclusive mode`.execute(tx);
            resolve();
            await sql`lock table parcel in access exclusive mode`.execute(tx);
            return 'done';
          });
          other = transaction.catch((error: unknown) => error);
        });
      await sql`alter table crate add column lid text`.execute(session);
    };
    const done = { '9001-test': { up: noChange }, '9002-test': { up: noChange }, '9003-test': { up: noChange } };
    const available: Record<string, Migration> = { ...migrations, ...done, '9003-test-deadlock': { up } };
    expect(await migrate(db, { available, report })).toEqual(['9003-test-deadlock']);
    expect(await other).toBe('done');
    expect(attempts).toBe(2);
    await sql`drop table crate`.execute(owner);
    await sql`delete from kysely_migration_record where migration = '9003-test-deadlock'`.execute(owner);
  });

  it('let an older release start that can work with the schema, which then changes nothing', async () => {
    messages.length = 0;
    expect(await migrate(db, { report })).toEqual([]);
    expect(messages).toEqual([
      '数据库的结构比这个版本新：多出 3 次升级（9001-test、9002-test、9003-test），仍与这个版本相容；不改动结构 / the database schema is newer than this release by 3 migrations, with which it still works; the schema is not changed',
    ]);
    const contract: Migration = { up: (session) => sql`drop table parcel`.execute(session).then(noChange), required: true };
    const available: Record<string, Migration> = { ...migrations, '9001-test': { up: noChange }, '9004-test': contract };
    expect(await migrate(db, { available, report })).toEqual(['9004-test']);
    await expect(migrate(db, { report })).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('比这个版本新：多出 1 次升级（9004-test）；改用'),
    });
  });
});
