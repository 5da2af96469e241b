import type { CaseCounts, CaseHandler, QueryOf, RecordOf, scanCases } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { between, page } from '../../../platform/db/page.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

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

const visible = (scope: DataScope) => inScope(scope, { dept: 'scanCase.deptId', user: 'scanCase.createBy' });

/** Holds the place of a code; the service derives the text. */
export type CaseRow = Omit<RecordOf<ScanCases>, 'code'> & { codeText: string | null };

const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('scanCase')
    .leftJoin('batch', 'batch.batchId', 'scanCase.batchId')
    .leftJoin('product', 'product.categoryId', 'batch.categoryId')
    .leftJoin('dealer', 'dealer.channelBusinessId', 'scanCase.holderId')
    .leftJoin('users as handler', 'handler.userId', 'scanCase.assigneeId')
    .leftJoin('users as judge', 'judge.userId', 'scanCase.judgeBy')
    .leftJoin('users as maker', 'maker.userId', 'scanCase.createBy')
    .leftJoin('users as editor', 'editor.userId', 'scanCase.updateBy')
    .select(['caseId', 'subject', 'reason', 'scanCase.state', 'verdict', 'cause', 'scanCase.batchId', 'batchNo', 'categoryName', 'level'])
    .select(['scanCase.holderId as channelBusinessId', 'channelBusinessName', 'scanCount', 'reportCount', 'lastTime', 'lastRegion'])
    .select(['assigneeId', 'handler.nickName as assignee', 'note', 'judge.userName as judgeBy', 'judgeTime', 'codeText'])
    .select(['maker.userName as createBy', 'scanCase.createTime', 'editor.userName as updateBy', 'scanCase.updateTime', 'scanCase.version'])
    .select([
      sql<number | null>`scan_case.ordinal + 1`.as('ordinal'),
      sql<number>`case when subject = 'dealer' then (select count(distinct ordinal) from scan_case_scan where scan_case_scan.case_id = scan_case.case_id) else 1 end`.as(
        'codeCount',
      ),
      sql<boolean>`exists (select from blacklist b where b.batch_id = scan_case.batch_id and b.level = scan_case.level
        and b.ordinal = scan_case.ordinal)`.as('blocked'),
    ])
    // check constraints guarantee these values
    .$castTo<CaseRow>()
    .where(visible(scope));

interface CaseFilter extends Omit<QueryOf<ScanCases>, 'code'> {
  place?: { batchId: number; level: number; ordinal: number } | undefined;
  codeText?: string | undefined;
}

export function list(db: Db, scope: DataScope, query: CaseFilter) {
  const { state, unjudged, verdict, reason, subject, cause, batchId, channelBusinessId, assigneeId, place, codeText } = query;
  const { beginTime, endTime } = query;
  let rows = select(db, scope).where(between('scanCase.createTime', beginTime, endTime));
  if (state) rows = rows.where('scanCase.state', '=', state);
  if (unjudged) rows = rows.where('scanCase.state', '<>', 'judged');
  if (verdict) rows = rows.where('verdict', '=', verdict);
  if (reason) rows = rows.where('reason', '=', reason);
  if (subject) rows = rows.where('subject', '=', subject);
  if (cause) rows = rows.where('cause', '=', cause);
  if (batchId) rows = rows.where('scanCase.batchId', '=', batchId);
  if (channelBusinessId) rows = rows.where('scanCase.holderId', '=', channelBusinessId);
  if (assigneeId) rows = rows.where('assigneeId', '=', assigneeId);
  if (codeText !== undefined) rows = rows.where('codeText', '=', codeText);
  if (place)
    rows = rows.where(
      sql<boolean>`scan_case.batch_id = ${place.batchId} and ((scan_case.level = ${place.level} and scan_case.ordinal = ${place.ordinal})
        or exists (select from scan_case_scan s where s.case_id = scan_case.case_id and s.ordinal = ${place.ordinal}))`,
    );
  return page(rows, 'caseId', query.paging);
}

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('caseId', '=', id).executeTakeFirst();

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

interface CaseChanges {
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

interface NewEvent {
  caseId: number;
  action: string;
  userId: number | null;
  note?: string | null;
  verdict?: string | null;
}

export const insertEvent = (db: Db, { note = null, verdict = null, ...row }: NewEvent) =>
  db
    .insertInto('scanCaseEvent')
    .values({ ...row, note, verdict })
    .execute();

/** Makes the codes of a case quiet for `days`; 0 ends the quiet period. */
export const setQuiet = (db: Db, caseId: number, days: number) =>
  sql`insert into scan_state as held (batch_id, level, ordinal, quiet_until)
    select p.batch_id, p.level, p.ordinal, now() + ${days} * interval '1 day' from (
      select batch_id, level, ordinal from scan_case where case_id = ${caseId} and subject = 'code'
      union select s.batch_id, c.level, s.ordinal from scan_case_scan s join scan c on c.scan_id = s.scan_id
        where s.case_id = ${caseId} and s.ordinal is not null
    ) p order by 1, 2, 3
    on conflict on constraint scan_state_pkey do update set quiet_until = case when ${days} > 0 then excluded.quiet_until end`.execute(db);

/** Null if the code is not quiet. */
export const findQuiet = async (db: Db, caseId: number) =>
  (
    await sql<{ quietUntil: string | null }>`select s.quiet_until from scan_case c join scan_state s on s.batch_id = c.batch_id
      and s.level = c.level and s.ordinal = c.ordinal where c.case_id = ${caseId} and s.quiet_until > now()`.execute(db)
  ).rows[0]?.quietUntil ?? null;

export async function countAll(db: Db, scope: DataScope): Promise<CaseCounts> {
  const { rows } = await sql<CaseCounts>`
    with mine as (select state, verdict, cause from scan_case where ${inScope(scope, { dept: 'scan_case.dept_id', user: 'scan_case.create_by' })})
    select coalesce((select jsonb_object_agg(state, n) from (select state, count(*) n from mine group by 1) a), '{}') as states,
      coalesce((select jsonb_object_agg(verdict, n) from (select verdict, count(*) n from mine where verdict is not null group by 1) a), '{}') as verdicts,
      coalesce((select jsonb_object_agg(cause, n) from (select cause, count(*) n from mine where cause is not null group by 1) a), '{}') as causes
  `.execute(db);
  return rows[0] ?? { states: {}, verdicts: {}, causes: {} };
}

/** Users in scope who may close cases, by name; at most 200. */
export const listHandlers = (db: Db, scope: DataScope, permission: string): Promise<CaseHandler[]> =>
  db
    .selectFrom('users')
    .select(['users.userId', 'users.userName', 'users.nickName'])
    .where('users.status', '=', '0')
    .where('users.delFlag', '=', '0')
    .where(inScope(scope, { dept: 'users.deptId', user: 'users.userId' }))
    .where(
      sql<boolean>`exists (select from user_role ur join role r on r.role_id = ur.role_id and r.status = '0'
        left join role_menu rm on rm.role_id = r.role_id left join menu m on m.menu_id = rm.menu_id
        where ur.user_id = users.user_id and (m.perms = ${permission} or r.role_key = 'admin'))`,
    )
    .orderBy('users.userName')
    .limit(200)
    .execute();
