import { ADMIN_ROLE_ID, type Paging, type RoleCandidate } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

interface HolderQuery {
  roleId: number;
  userName?: string | undefined;
  phonenumber?: string | undefined;
  paging: Paging;
}

const visible = (scope: DataScope) => inScope(scope, { dept: 'users.deptId', user: 'users.userId' });

export function list(db: Db, scope: DataScope, isHolder: boolean, { roleId, userName, phonenumber, paging }: HolderQuery) {
  const holdsRole = sql<boolean>`exists (select from user_role where user_role.user_id = users.user_id and user_role.role_id = ${roleId})`;
  let rows = db
    .selectFrom('users')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .select(['users.userId', 'userName', 'nickName', 'users.email', 'phonenumber', 'sex', 'avatar', 'users.status', 'users.deptId'])
    .select([
      sql`case when department.dept_id is not null
        then jsonb_build_object('deptId', department.dept_id, 'deptName', department.dept_name, 'leader', department.leader) end`.as(
        'dept',
      ),
      'users.createTime',
    ])
    .$castTo<RoleCandidate>()
    .where('users.delFlag', '=', '0')
    .where(visible(scope))
    .where(isHolder ? holdsRole : sql<boolean>`not ${holdsRole}`);
  if (userName) rows = rows.where(contains('userName', userName));
  if (phonenumber) rows = rows.where(contains('phonenumber', phonenumber));
  return page(rows, 'users.userId', { ...paging, orderBy: 'users.userId' });
}

/** Locks the `ids` that exist in scope. `admin`: holds the administrator role. */
export async function lock(db: Db, scope: DataScope, ids: number[]) {
  // read roles after the lock, when they can no longer change
  await db.selectFrom('users').select('userId').where('userId', 'in', ids).where(visible(scope)).orderBy('userId').forUpdate().execute();
  return db
    .selectFrom('users')
    .select(['userId', 'userName'])
    .select(
      sql<boolean>`exists (select from user_role where user_role.user_id = users.user_id and user_role.role_id = ${ADMIN_ROLE_ID})`.as(
        'admin',
      ),
    )
    .where('userId', 'in', ids)
    .where('delFlag', '=', '0')
    .where(visible(scope))
    .orderBy('userId')
    .execute();
}

/** Assigns the role to users who lack it. */
export const assign = (db: Db, roleId: number, userIds: number[]) =>
  db
    .insertInto('userRole')
    .values(userIds.map((userId) => ({ userId, roleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Revokes the role from users who have it. */
export const revoke = (db: Db, roleId: number, userIds: number[]) =>
  db.deleteFrom('userRole').where('roleId', '=', roleId).where('userId', 'in', userIds).execute();
