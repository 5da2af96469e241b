import { type Page, type QueryOf, type User, users } from '@suyuan/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { readTrusted } from '../../../platform/cache/cache.ts';
import { compileOnce, parameter } from '../../../platform/db/compile-once.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type CursorPaging, count, offsetOf, page } from '../../../platform/db/page.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { type UserRow, withReferences } from './user-references.queries.ts';

type Matching = SelectQueryBuilder<Database, 'users', object>;
type Query = QueryOf<typeof users>;

const withinScope = (db: Db, scope: DataScope): Matching =>
  db
    .selectFrom('users')
    .where('users.delFlag', '=', sql.lit('0'))
    .where(inScope(scope, { dept: 'users.deptId', user: 'users.userId' }));

/** Users of a list, without what it shows of other tables. */
const matchingUsers = (db: Db, scope: DataScope, { paging: _, below, ...filters }: Query): Matching =>
  whereFields(withinScope(db, scope), users, 'users', filters, {
    userId: (id) => sql`users.user_id = ${id}`,
    deptId: (id) =>
      below
        ? sql`users.dept_id = ${id}`
        : sql`users.dept_id in (select d.dept_id from department d where d.dept_id = ${id} or ${id} = any(d.ancestors))`,
    roleId: (id) => sql`exists (select from user_role r where r.user_id = users.user_id and r.role_id = ${id})`,
  });

type Order = Pick<CursorPaging, 'orderBy' | 'descending'>;

const ordered = <Row>(rows: SelectQueryBuilder<Database, 'users', Row>, { orderBy, descending }: Order) =>
  orderBy
    ? rows.orderBy(sql.ref(orderBy), descending ? 'desc' : 'asc').orderBy('users.userId', 'desc')
    : rows.orderBy('users.userId', 'desc');

/** Own columns, and the ids of roles and posts. */
const withColumns = (rows: SelectQueryBuilder<Database, 'users', object>) =>
  rows
    .select(['users.userId', 'users.userName', 'users.nickName', 'users.deptId', 'users.phonenumber', 'users.email', 'users.sex'])
    .select(['users.status', 'users.avatar', 'users.delFlag', 'users.loginIp', 'users.loginDate', 'users.pwdUpdateDate', 'users.remark'])
    .select(['users.createBy', 'users.createTime', 'users.updateBy', 'users.updateTime', 'users.version'])
    .select([
      sql<number[]>`array(select role_id from user_role where user_id = users.user_id order by role_id)`.as('roleIds'),
      sql<number[]>`array(select post_id from user_post where user_id = users.user_id order by post_id)`.as('postIds'),
    ]);

/** The page is found by ids, so that rows before it are only counted. An array of ids costs half of a join with them. */
function slice(db: Db, matching: Matching, order: Order, { limit, offset }: Record<'limit' | 'offset', number | RawBuilder<number>>) {
  const ids = ordered(matching.select('users.userId'), order).limit(limit).offset(offset);
  const isChosen = sql<boolean>`users.user_id = any(array(${ids}))`;
  return ordered(withColumns(db.selectFrom('users')).where(isChosen), order).$castTo<UserRow>();
}

// Cast: the condition passes its values on as parameters.
const anyScope = { deptIds: parameter('deptIds'), branch: parameter('branch'), userId: parameter('userId') } as unknown as DataScope;

/** A page without filters. Its text depends on the order and on whether the scope is limited. */
const unfilteredSlice = compileOnce((db, { isScoped, ...order }: Order & { isScoped: boolean }) =>
  slice(db, withinScope(db, isScoped ? anyScope : 'all'), order, { limit: parameter('limit'), offset: parameter('offset') }).modifyFront(
    prepared,
  ),
);

/** Visible users, newest first by default. With a walk, the next page. With a seek, the page after a row. */
export async function list(db: Db, scope: DataScope, query: Query): Promise<Page<User>> {
  const { paging: typedPaging, ...filters } = query;
  const paging: CursorPaging = typedPaging;
  const matching = () => matchingUsers(db, scope, query);
  if (paging.walk || paging.seek) {
    const { rows, total } = await page(withColumns(matching()).$castTo<UserRow>(), 'users.userId', paging);
    return { rows: await withReferences(db, rows), total };
  }
  const total = await readTrusted(db, 'user_counts', JSON.stringify([scope, filters]), () => count(matching()));
  const { orderBy, descending, pageSize: limit } = paging;
  const part = { limit, offset: offsetOf(total, paging) };
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const rows = isFiltered
    ? await slice(db, matching(), paging, part).execute()
    : await unfilteredSlice(db, { isScoped: scope !== 'all', orderBy, descending }, { ...part, ...(scope !== 'all' && scope) });
  return { rows: await withReferences(db, rows), total };
}
