import { ADMIN_ROLE_ID, type Role, roles } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ActingCaller, recordTable } from '../../../platform/db/record-table.ts';
import { inScope, usersInScope } from '../../../platform/db/scope.ts';

/** Maximum roles in a choice list. */
const MAX_CHOICES = 2000;

/**
 * Visible to their creator and to users whose scope includes one of their holders. Holders are counted as far as visible. RuoYi's other
 * fields stay empty.
 */
export const roleTable = recordTable(roles, 'role', {
  visible: ({ scope, actor }: ActingCaller) =>
    scope === 'all'
      ? sql<boolean>`true`
      : sql<boolean>`(role.create_by = ${actor.userId} or exists (select from user_role holder join users u on u.user_id = holder.user_id
          where holder.role_id = role.role_id and u.del_flag = '0' and ${inScope(scope, { dept: 'u.deptId' })}))`,
  columns: ({ scope }) => ({
    delFlag: sql`'0'`,
    flag: sql`false`,
    menuIds: sql`null`,
    deptIds: sql`null`,
    permissions: sql`null`,
    admin: sql`role.role_id = ${ADMIN_ROLE_ID}`,
    userCount: sql`(select count(*) from user_role holder join users u on u.user_id = holder.user_id
      where holder.role_id = role.role_id and u.del_flag = '0' and ${usersInScope(scope, 'u')})`,
  }),
  conditions: { roleId: (id) => sql`role.role_id = ${id}` },
  named: { column: 'roleName', key: sql.ref('roleName') },
});

/** All roles that the caller may assign, in order, at most `MAX_CHOICES`. */
export const listChoices = (caller: ActingCaller) =>
  roleTable.select(caller).orderBy('roleSort').orderBy('role.roleId').limit(MAX_CHOICES).execute();

/** Locks the visible roles of `ids`: they cannot be assigned to users or trace steps until the transaction ends. */
export const lock = (caller: ActingCaller, ids: number[]) =>
  caller.db
    .selectFrom('role')
    .select(['roleId', 'roleName', 'dataScope', 'status'])
    .$narrowType<Pick<Role, 'dataScope' | 'status'>>()
    .where('roleId', 'in', ids)
    .where(roleTable.visible(caller))
    .orderBy('roleId')
    .forUpdate()
    .execute();

const hasHolders = sql<boolean>`exists (select from user_role holder where holder.role_id = role.role_id)`;

/** The first use among `ids`: held by a user, or responsible for steps of a trace template. */
export const findUse = (db: Db, ids: number[]) =>
  db
    .selectFrom('role')
    .leftJoin('traceStep as step', 'step.roleId', 'role.roleId')
    .leftJoin('traceTemplate as template', 'template.templateId', 'step.templateId')
    .select(['roleName', 'templateName'])
    .select(hasHolders.as('hasHolders'))
    .where('role.roleId', 'in', ids)
    .where(sql<boolean>`(step.step_id is not null or ${hasHolders})`)
    .orderBy('role.roleId')
    .orderBy('templateName')
    .limit(1)
    .executeTakeFirst();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('role').where('roleId', 'in', ids).execute();
