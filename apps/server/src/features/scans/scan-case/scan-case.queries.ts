import { type CaseCounts, type CaseHandler, type QueryOf, type RecordOf, scanCases } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type CodePlace, codeKeyColumn, codeKeyParameter } from '../../../platform/db/layout.ts';
import { page } from '../../../platform/db/page.ts';
import { type ActingCaller, joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, ownedInScope, usersInScope } from '../../../platform/db/scope.ts';

export interface UnnotifiedCase {
  caseId: number;
  reason: string;
  deptId: number | null;
  batchNo: string | null;
  categoryName: string | null;
  codeText: string | null;
  lastRegion: string | null;
}

export const hasUnnotified = async (db: Db) =>
  (await db.selectFrom('scanCase').select('caseId').where('told', '=', false).limit(1).executeTakeFirst()) !== undefined;

/** Oldest first. Cases of a department that had a notice for `audience` within `minutes` wait. */
export async function takeUnnotified(
  db: Db,
  { audience, minutes, most }: { audience: string; minutes: number; most: number },
): Promise<UnnotifiedCase[]> {
  const { rows } = await sql<UnnotifiedCase & { sample: boolean }>`
    with taken as (
      update scan_case set told = true where case_id in (select case_id from scan_case c where not told
        and (sample or not exists (select from notice n where n.audience = ${audience} and n.scoped
          and n.dept_id is not distinct from c.dept_id and n.create_time > now() - ${minutes} * interval '1 minute'))
        order by case_id limit ${most} for update of c skip locked)
      returning case_id, reason, dept_id, batch_id, code_text, last_region, sample
    ) select t.case_id, reason, t.dept_id, batch_no, category_name, code_text, last_region from taken t
      left join batch on batch.batch_id = t.batch_id left join product on product.category_id = batch.category_id
      where not t.sample order by t.case_id`.execute(db);
  return rows;
}

type ScanCases = typeof scanCases;

/** Scans and reports from which a case is severe for any reason. */
const MANY = 10;

/** Reasons that one honest consumer can hardly cause are severe, and so is a report that scans confirm. */
const severity = sql<RecordOf<ScanCases>['severity']>`case
  when scan_case.reason in ('blocked', 'pinReused', 'tooFast') or scan_case.scan_count + scan_case.report_count >= ${sql.lit(MANY)}
    or (scan_case.report_count > 0 and scan_case.scan_count > 0) then 'high'
  when scan_case.scan_count + scan_case.report_count <= 1 then 'low' else 'medium' end`;

const isMine = (userId: number) => sql<boolean>`scan_case.assignee_id = ${userId} and scan_case.verdict is null`;

/** Without a handler, or with one who may no longer sign in. */
const isUnhandled = sql<boolean>`(scan_case.state = 'open' or scan_case.state = 'assigned' and not exists (
  select from users u where u.user_id = assignee_id and u.status = '0' and u.del_flag = '0'))`;

const visible = (scope: DataScope) => ownedInScope(scope, 'scanCase');

/** Holds the place of a code; the service derives the text. */
export type CaseRow = Omit<RecordOf<ScanCases>, 'code'> & { codeText: string | null };

const caseTable = recordTable(scanCases, 'scanCase', {
  owned: true,
  join: (rows) =>
    rows
      .leftJoin('batch', 'batch.batchId', 'scanCase.batchId')
      .leftJoin('product', 'product.categoryId', 'batch.categoryId')
      .leftJoin('dealer', 'dealer.channelBusinessId', 'scanCase.holderId')
      .leftJoin('users as handler', 'handler.userId', 'scanCase.assigneeId'),
  columns: {
    ...joinedColumns('batchNo', 'categoryName', 'channelBusinessName'),
    channelBusinessId: sql.ref('scanCase.holderId'),
    assignee: sql.ref('handler.nickName'),
    assigneeAvatar: sql.ref('handler.avatar'),
    severity,
    ordinal: sql`scan_case.ordinal + 1`,
    codeCount: sql`case when subject = 'dealer' then (select count(distinct ordinal) from scan_case_scan where scan_case_scan.case_id = scan_case.case_id) else 1 end`,
    blocked: sql`exists (select from blacklist b where b.batch_id = scan_case.batch_id and b.level = scan_case.level
      and b.ordinal = scan_case.ordinal)`,
    code: sql`null`,
  },
  conditions: ({ actor }: ActingCaller) => ({
    severity: (value) => sql`${severity} = ${value}`,
    mine: () => isMine(actor.userId),
    unjudged: () => sql`scan_case.state <> 'judged'`,
    unhandled: () => isUnhandled,
    channelBusinessId: (id) => sql`scan_case.holder_id = ${id}`,
  }),
});

interface CaseFilter extends Omit<QueryOf<ScanCases>, 'code'> {
  place?: { batchId: number; level: number; ordinal: number } | undefined;
  codeText?: string | undefined;
}

export function list(caller: ActingCaller, { place, codeText, paging, ...filters }: CaseFilter) {
  let rows = caseTable.matching(caller, filters).select('codeText').$castTo<CaseRow>();
  if (codeText !== undefined) rows = rows.where('codeText', '=', codeText);
  if (place)
    rows = rows.where(
      sql<boolean>`scan_case.batch_id = ${place.batchId} and ((scan_case.level = ${place.level} and scan_case.ordinal = ${place.ordinal})
        or exists (select from scan_case_scan s where s.case_id = scan_case.case_id and s.ordinal = ${place.ordinal}))`,
    );
  return page(rows, 'caseId', paging);
}

/** Oldest first. */
export const listToTake = (db: Db, scope: DataScope, limit: number) =>
  db
    .selectFrom('scanCase')
    .leftJoin('batch', 'batch.batchId', 'scanCase.batchId')
    .leftJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['caseId as id', 'batchNo as detail', 'scanCase.createTime as since'])
    .select(sql<string>`coalesce(category_name, code_text)`.as('name'))
    .where(isUnhandled)
    .where(visible(scope))
    .orderBy('caseId')
    .limit(limit)
    .execute();

export const find = (caller: ActingCaller, id: number) =>
  caseTable.select(caller).select('codeText').$castTo<CaseRow>().where('caseId', '=', id).executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('scanCase')
    .select(['caseId', 'subject', 'state', 'assigneeId', 'batchId', 'level', 'ordinal', 'deptId'])
    .$narrowType<{ state: RecordOf<ScanCases>['state'] }>()
    .where('caseId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

export interface CaseChanges {
  state: RecordOf<ScanCases>['state'];
  assigneeId?: number | null;
  verdict?: string | null;
  cause?: string | null;
  note?: string | null;
  judgeBy?: number | null;
}

/** Changes the state. `judgeTime` follows `judgeBy`; null revokes the verdict. */
export const updateState = (db: Db, id: number, changes: CaseChanges, userId: number) =>
  db
    .updateTable('scanCase')
    .set({
      ...changes,
      ...(changes.judgeBy !== undefined && { judgeTime: changes.judgeBy === null ? null : sql<string>`now()` }),
      ...revisionColumns(userId),
    })
    .where('caseId', '=', id)
    .execute();

export const insertEvent = (db: Db, row: Insertable<Database['scanCaseEvent']>) => db.insertInto('scanCaseEvent').values(row).execute();

/** Makes codes quiet for `days`; 0 ends the quiet period. */
export async function setQuiet(db: Db, places: readonly CodePlace[], days: number) {
  if (places.length === 0) return;
  const until = sql`now() + ${days}::int * interval '1 day'`;
  await sql`insert into scan_state (${codeKeyColumn()}batch_id, level, ordinal, quiet_until)
    values ${sql.join(places.map((place) => sql`(${codeKeyParameter(place)}${place.batchId}, ${place.level}, ${place.ordinal}, ${until})`))}
    on conflict on constraint scan_state_pkey do update set quiet_until = ${days > 0 ? sql`excluded.quiet_until` : sql`null`}`.execute(db);
}

/** Null if the code is not quiet. */
export const findQuiet = async (db: Db, caseId: number) =>
  (
    await sql<{ quietUntil: string | null }>`select s.quiet_until from scan_case c join scan_state s on s.batch_id = c.batch_id
      and s.level = c.level and s.ordinal = c.ordinal where c.case_id = ${caseId} and s.quiet_until > now()`.execute(db)
  ).rows[0]?.quietUntil ?? null;

export async function countAll(db: Db, scope: DataScope, userId: number): Promise<CaseCounts> {
  const { rows } = await sql<CaseCounts>`
    with visible as (select state, verdict, cause, ${isMine(userId)} as mine from scan_case where ${ownedInScope(scope, 'scan_case')})
    select coalesce((select jsonb_object_agg(state, n) from (select state, count(*) n from visible group by 1) a), '{}') as states,
      coalesce((select jsonb_object_agg(verdict, n) from (select verdict, count(*) n from visible where verdict is not null group by 1) a), '{}') as verdicts,
      coalesce((select jsonb_object_agg(cause, n) from (select cause, count(*) n from visible where cause is not null group by 1) a), '{}') as causes,
      (select count(*) from visible where mine) as mine
  `.execute(db);
  return rows[0] ?? { states: {}, verdicts: {}, causes: {}, mine: 0 };
}

/** Whether the case is visible in each scope, in order; undefined if there is no case. */
export const findVisibility = async (db: Db, id: number, scopes: readonly DataScope[]) =>
  (
    await db
      .selectFrom('scanCase')
      .select(sql<boolean[]>`array[${sql.join(scopes.map(visible))}]::boolean[]`.as('visibility'))
      .where('caseId', '=', id)
      .executeTakeFirst()
  )?.visibility;

/** Users in scope who may close cases. */
const selectHandlers = (db: Db, scope: DataScope, permission: string) =>
  db
    .selectFrom('users')
    .select(['users.userId', 'users.userName', 'users.nickName'])
    .where('users.status', '=', '0')
    .where('users.delFlag', '=', '0')
    .where(usersInScope(scope))
    .where(
      sql<boolean>`exists (select from user_role ur join role r on r.role_id = ur.role_id and r.status = '0'
        left join role_menu rm on rm.role_id = r.role_id left join menu m on m.menu_id = rm.menu_id
        where ur.user_id = users.user_id and (m.perms = ${permission} or r.role_key = 'admin'))`,
    );

/** By name, at most 200. */
export const listHandlers = (db: Db, scope: DataScope, permission: string): Promise<CaseHandler[]> =>
  selectHandlers(db, scope, permission).orderBy('users.userName').limit(200).execute();

export const findHandler = (db: Db, scope: DataScope, permission: string, userId: number): Promise<CaseHandler | undefined> =>
  selectHandlers(db, scope, permission).where('users.userId', '=', userId).executeTakeFirst();
