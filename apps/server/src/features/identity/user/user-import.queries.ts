import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { ADMIN_ROLE } from './user.queries.ts';

/** Users with one of these names, phone numbers or addresses, in one statement. */
export const findConflicting = (db: Db, scope: DataScope, { names, phones, emails }: Record<'names' | 'phones' | 'emails', string[]>) =>
  db
    .selectFrom('users')
    .select(['userId', 'userName', 'phonenumber'])
    .select([
      sql<string>`lower(user_name)`.as('name'),
      sql<string>`lower(email)`.as('address'),
      sql<boolean>`exists (select from user_role r where r.user_id = users.user_id and r.role_id = ${ADMIN_ROLE})`.as('admin'),
      inScope(scope, { dept: 'users.deptId', user: 'users.userId' }).as('seen'),
    ])
    .where('delFlag', '=', '0')
    .where(
      sql<boolean>`(lower(user_name) = any(${names}::text[]) or (phonenumber <> '' and phonenumber = any(${phones}::text[]))
        or (email <> '' and lower(email) = any(${emails}::text[])))`,
    )
    .execute();

/** Rows as one JSON parameter, so that 10,000 rows need one statement. */
const recordset = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("userId" bigint, "userName" text,
  "nickName" text, "deptId" bigint, email text, phonenumber text, sex text, status text)`;

/** Adds users and returns their names. Rows that conflict with a concurrent insert are left out. */
export async function insertMany(db: Db, rows: object[], { password, by }: { password: string; by: number }): Promise<string[]> {
  const { rows: added } = await sql<{ userName: string }>`
    insert into users (user_name, nick_name, dept_id, email, phonenumber, sex, status, password, create_by)
    select r."userName", r."nickName", r."deptId", coalesce(r.email, ''), coalesce(r.phonenumber, ''), coalesce(r.sex, '2'),
      coalesce(r.status, '0'), ${password}, ${by}
    from ${recordset(rows)} on conflict do nothing returning user_name`.execute(db);
  return added.map(({ userName }) => userName);
}

/** Updates users by key. Blank fields, department, name and password stay unchanged. */
export const updateMany = (db: Db, rows: object[], by: number) =>
  sql`update users set nick_name = r."nickName", email = coalesce(r.email, users.email), sex = coalesce(r.sex, users.sex),
      phonenumber = coalesce(r.phonenumber, users.phonenumber), status = coalesce(r.status, users.status),
      update_by = ${by}, update_time = now(), version = version + 1
    from ${recordset(rows)} where users.user_id = r."userId"`.execute(db);
