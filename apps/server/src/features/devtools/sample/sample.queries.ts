import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/db/database.types.ts';
import type { goods, rules, suppliers } from './business.ts';
import type { ScanRow } from './shoppers.ts';
import type { Segment } from './timeline.ts';

/** Owner and creation time of sample records: the sample's first day. */
interface Owner {
  deptId: number | null;
  createBy: number;
  createTime: string;
}

/** Serializes sample operations until the transaction ends, without timeouts. */
export async function takeTurn(db: Db) {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtext('sample'))`.execute(db);
}

export const find = (db: Db) =>
  db
    .selectFrom('supplier')
    .select('sample')
    .where('sample', '=', true)
    .union(db.selectFrom('batch').select('sample').where('sample', '=', true))
    .executeTakeFirst();

/** Finds a user by name. Re-enables one of an earlier sample, or creates one without a usable password. */
export async function findOrMakeUser(db: Db, userName: string, nickName: string, deptId: number): Promise<number> {
  const known = await db
    .selectFrom('users')
    .select('userId')
    .where(sql<boolean>`lower(user_name) = ${userName}`)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  if (known) {
    await db.updateTable('users').set({ status: '0' }).where('userId', '=', known.userId).where('sample', '=', true).execute();
    return known.userId;
  }
  const row = { userName, nickName, deptId, password: '!', sample: true };
  const { userId } = await db.insertInto('users').values(row).returning('userId').executeTakeFirstOrThrow();
  await sql`insert into user_role (user_id, role_id) select ${userId}, role_id from role where role_key = ${userName}`.execute(db);
  return userId;
}

export const findDepartment = (db: Db, userId: number) =>
  db.selectFrom('users').select('deptId').where('userId', '=', userId).executeTakeFirstOrThrow();

type SupplierRow = (typeof suppliers)[number];

export const insertSupplier = async (db: Db, row: SupplierRow, owner: Owner) =>
  (
    await db
      .insertInto('supplier')
      .values({ ...row, ...owner, state: 'approved', sample: true })
      .returning('supplierId')
      .executeTakeFirstOrThrow()
  ).supplierId;

/** Reuses a supplier of an earlier sample, identified by code and fictitious GLN. */
export const takeUpSupplier = async (db: Db, { supplierCode, gln }: SupplierRow) =>
  (
    await db
      .updateTable('supplier')
      .set({ sample: true })
      .where('supplierCode', '=', supplierCode)
      .where('gln', '=', gln)
      .returning('supplierId')
      .executeTakeFirst()
  )?.supplierId;

type RuleRow = Pick<(typeof rules)[number], 'ruleName' | 'form' | 'pinDigits' | 'remark'> & { spaceId: number };

export const insertRule = (db: Db, row: RuleRow, owner: Owner) =>
  db
    .insertInto('codeRule')
    .values({ ...row, ...owner, sample: true })
    .returning(['codeRuleId', 'spaceId'])
    .executeTakeFirstOrThrow();

/** Reuses a rule, identified by name and code shape. */
export const takeUpRule = (db: Db, { ruleName, form, spaceId }: RuleRow) =>
  db
    .updateTable('codeRule')
    .set({ sample: true })
    .where('ruleName', '=', ruleName)
    .where('form', '=', form)
    .where('spaceId', '=', spaceId)
    .returning(['codeRuleId', 'spaceId'])
    .executeTakeFirst();

type GoodsRow = Omit<(typeof goods)[number], 'ruleName'> & { codeRuleId: number };

export const insertGoods = async (db: Db, row: GoodsRow, owner: Owner) =>
  (
    await db
      .insertInto('category')
      .values({ ...row, ...owner, sample: true })
      .returning('categoryId')
      .executeTakeFirstOrThrow()
  ).categoryId;

/** Reuses a product. */
export const takeUpGoods = async (db: Db, { categoryCode, gtin }: GoodsRow) =>
  (
    await db
      .updateTable('category')
      .set({ sample: true })
      .where('categoryCode', '=', categoryCode)
      .where('gtin', '=', gtin)
      .returning('categoryId')
      .executeTakeFirst()
  )?.categoryId;

/** Next batch number of a day: the date and the first unused letter. */
export async function nextBatchNo(db: Db, day: string): Promise<string> {
  const { rows } = await sql<{ batchNo: string }>`select no as "batchNo" from (
      select ${day.replaceAll('-', '')} || chr(65 + n) as no from generate_series(0, 25) n) numbers
    where not exists (select from batch where batch_no = no) order by no limit 1`.execute(db);
  const [next] = rows;
  if (!next) throw new Error(`no letter is left for a batch of ${day}`);
  return next.batchNo;
}

export interface BatchRow extends Owner {
  batchNo: string;
  categoryId: number;
  supplierId: number;
  codeRuleId: number;
  quantity: number;
  madeDate: string;
  productionLine?: string | null;
  intendedDealerId?: number | null;
  intendedRegionCode?: string | null;
  state: string;
  stateBefore: string | null;
  stateReason: string | null;
  submitBy: number | null;
  submitTime: string | null;
  approveBy: number | null;
  approveTime: string | null;
  issueTime: string | null;
  version: number;
}

/** Inserts a batch that expires by its product's shelf life. */
export const insertBatch = (db: Db, row: BatchRow) =>
  db
    .insertInto('batch')
    .values({
      ...row,
      sample: true,
      expiryDate: sql<string | null>`(select (${row.madeDate}::date + (shelf_life || ' ' || shelf_life_unit)::interval)::date
        from category where category_id = ${row.categoryId})`,
    })
    .returning(['batchId', 'expiryDate'])
    .executeTakeFirstOrThrow();

interface RangeRow {
  batchId: number;
  spaceId: number;
  epoch: number;
  serialFrom: number;
  count: number;
  createTime: string;
}

export const insertRange = (db: Db, row: RangeRow) =>
  db
    .insertInto('batchRange')
    .values({ ...row, ordinalFrom: 0 })
    .execute();

export const insertSegments = (db: Db, batchId: number, segments: Segment[]) =>
  db
    .insertInto('codeSegment')
    .values(segments.map((segment) => ({ batchId, ...segment })))
    .execute();

interface EventRow {
  batchId: number;
  action: string;
  userId: number;
  eventTime: string;
  reason: string | null;
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
}

export const insertEvents = (db: Db, rows: EventRow[]) => db.insertInto('batchEvent').values(rows).execute();

/** Creates the monthly partitions from an instant until now. */
export const ensurePartitions = (db: Db, since: string) =>
  sql`select ensure_scan_partition(month) from generate_series(date_trunc('month', ${since}::timestamptz at time zone 'UTC') at time zone 'UTC',
    now(), interval '1 month') month`.execute(db);

export const insertScans = (db: Db, rows: ScanRow[]) =>
  sql`insert into code_record (scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, code_text, device, ip, region, region_code, channel, agent)
    select "scanId", to_timestamp(time / 1000.0), verdict, reason, "sessionNo", "batchId", case when "batchId" is not null then 0 end, ordinal,
      "codeText", decode(device, 'hex'), ip, region, "regionCode", channel, agent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("scanId" uuid, time bigint, verdict text, reason text, "sessionNo" int,
      "batchId" bigint, ordinal bigint, "codeText" text, device text, ip inet, region text, "regionCode" text, channel text, agent text)`.execute(
    db,
  );

/** Counts visits and scans per code, as for real scans; only the first visit sets the first time and region. */
export const countScans = (db: Db, batchIds: number[]) =>
  sql`insert into code_scan (batch_id, level, ordinal, first_time, first_region, first_region_code, last_time, sessions, scans, recalled_scans)
    select batch_id, 0, ordinal, min(scan_time) filter (where session_no = 1),
      (array_agg(region order by scan_id) filter (where session_no = 1))[1],
      (array_agg(region_code order by scan_id) filter (where session_no = 1))[1], max(scan_time), coalesce(max(session_no), 0), count(*),
      count(*) filter (where verdict = 'recalled')
    from code_record where batch_id = any(${batchIds}::bigint[]) group by batch_id, ordinal`.execute(db);

/** Whether a foreign key prevented the removal. */
export const isReferenced = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503';
