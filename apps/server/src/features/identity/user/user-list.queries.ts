import { type Page, type QueryOf, type User, users } from '@suyuan/contract';
import { type Compilable, CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { readTrusted } from '../../../platform/cache/cache.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type CursorPaging, count, offsetOf, page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { type DataScope, usersInScope } from '../../../platform/db/scope.ts';
import { type UserRow, withReferences } from './user-references.queries.ts';

type Matching = SelectQueryBuilder<Database, 'users', object>;
type Query = QueryOf<typeof users>;

const withinScope = (db: Db, scope: DataScope): Matching =>
  db.selectFrom('users').where('users.delFlag', '=', sql.lit('0')).where(usersInScope(scope));

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

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value that each execution supplies. */
const parameter = <T>(name: string): RawBuilder<T> => sql<T>`${new Parameter(name)}`;

/**
 * Builds and compiles a statement at the first execution of each shape. Building takes longer than a short statement.
 * @param build gets a shape, of which there are few, such as whether the scope is limited
 */
function compileOnce<Shape, Row>(build: (db: Db, shape: Shape) => Compilable<Row>) {
  const compiledByShape = new Map<string, { text: string; parameters: readonly unknown[] }>();
  return async (db: Db, shape: Shape, values: Record<string, unknown>): Promise<Row[]> => {
    const key = JSON.stringify(shape);
    let compiled = compiledByShape.get(key);
    if (!compiled) {
      const { sql: text, parameters } = build(db, shape).compile();
      compiled = { text, parameters };
      compiledByShape.set(key, compiled);
    }
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each));
    // Cast: the rows of the statement that was built.
    return (await db.executeQuery(CompiledQuery.raw(compiled.text, parameters))).rows as Row[];
  };
}

/** Own columns, and the ids of roles and posts. */
const withColumns = (rows: Matching) =>
  rows
    .select(['users.userId', 'users.userName', 'users.nickName', 'users.deptId', 'users.phonenumber', 'users.email', 'users.sex'])
    .select(['users.status', 'users.avatar', 'users.delFlag', 'users.loginIp', 'users.loginDate', 'users.pwdUpdateDate', 'users.remark'])
    .select(['users.createBy', 'users.createTime', 'users.updateBy', 'users.updateTime', 'users.version'])
    .select([
      sql<number[]>`array(select role_id from user_role where user_id = users.user_id order by role_id)`.as('roleIds'),
      sql<number[]>`array(select post_id from user_post where user_id = users.user_id order by post_id)`.as('postIds'),
    ])
    .$castTo<UserRow>();

// Cast: the condition passes its values on as parameters.
const anyScope = { deptIds: parameter('deptIds'), branch: parameter('branch'), userId: parameter('userId') } as unknown as DataScope;

/** Those of `ids` that are visible, in any order. Its text depends only on whether the scope is limited. */
const rowsById = compileOnce((db, isScoped: boolean) =>
  withColumns(withinScope(db, isScoped ? anyScope : 'all')).where(
    sql<boolean>`users.user_id = any(${parameter<number[]>('ids')}::bigint[])`,
  ),
);

type Part = Record<'limit' | 'offset', number>;

async function readIds(matching: Matching, { orderBy, descending }: CursorPaging, { limit, offset }: Part): Promise<number[]> {
  const ordered = orderBy ? matching.orderBy(sql.ref(orderBy), descending ? 'desc' : 'asc') : matching;
  const rows = await ordered.select('users.userId').orderBy('users.userId', 'desc').limit(limit).offset(offset).execute();
  return rows.map(({ userId }) => userId);
}

/** Visible users, newest first by default. With a walk, the next page. With a seek, the page after a row. */
export async function list(db: Db, scope: DataScope, query: Query): Promise<Page<User>> {
  const { paging: typedPaging, ...filters } = query;
  const paging: CursorPaging = typedPaging;
  const matching = () => matchingUsers(db, scope, query);
  if (paging.walk || paging.seek) {
    const { rows, total } = await page(withColumns(matching()), 'users.userId', paging);
    return { rows: await withReferences(db, rows), total };
  }
  const { orderBy, descending, pageSize: limit } = paging;
  const key = JSON.stringify([scope, filters]);
  const total = await readTrusted(db, 'user_counts', key, () => count(matching()));
  const part = { limit, offset: offsetOf(total, paging) };
  const read = () => readIds(matching(), paging, part);
  // a sign-in changes that order without a notification
  const ids =
    orderBy === 'loginDate'
      ? await read()
      : await readTrusted(db, 'user_counts', `${key} ${orderBy} ${descending} ${part.limit} ${part.offset}`, read);
  const rows = await rowsById(db, scope !== 'all', { ids, ...(scope !== 'all' && scope) });
  const byId = new Map(rows.map((row) => [row.userId, row]));
  return {
    rows: await withReferences(
      db,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    total,
  };
}
