import { ADMIN_ROLE_ID, type ChangesOf, type QueryOf, type Role, roles } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Roles = typeof roles;

/** Maximum roles in a choice list. */
const MAX_CHOICES = 2000;

/** The user for whom visible roles are selected. */
export interface Viewer {
  scope: DataScope;
  userId: number;
}

/** A role is visible to its creator and to users whose scope includes one of its holders. */
const visible = ({ scope, userId }: Viewer): RawBuilder<boolean> =>
  scope === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(role.create_by = ${userId} or exists (select from user_role held join users u on u.user_id = held.user_id
        where held.role_id = role.role_id and u.del_flag = '0' and ${inScope(scope, { dept: 'u.deptId' })}))`;

/** Roles in wire format, with the number of visible holders and RuoYi's fields that stay empty. */
const select = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('role')
    .leftJoin('users as maker', 'maker.userId', 'role.createBy')
    .leftJoin('users as editor', 'editor.userId', 'role.updateBy')
    .select(storedFields(roles, 'role', ['delFlag', 'menuIds']))
    .select([
      sql<'0'>`'0'`.as('delFlag'),
      sql<boolean>`false`.as('flag'),
      sql<null>`null`.as('menuIds'),
      sql<null>`null`.as('deptIds'),
      sql<null>`null`.as('permissions'),
      sql<boolean>`role.role_id = ${ADMIN_ROLE_ID}`.as('admin'),
      sql<number>`(select count(*) from user_role held join users u on u.user_id = held.user_id
        where held.role_id = role.role_id and u.del_flag = '0'
          and ${inScope(viewer.scope, { dept: 'u.deptId', user: 'u.userId' })})`.as('userCount'),
    ])
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    // Check constraints guarantee the flags.
    .$castTo<Role>()
    .where(visible(viewer));

/** @param seeds names of preinstalled roles */
export function list(db: Db, viewer: Viewer, { paging, ...filters }: QueryOf<Roles>, seeds: readonly SeedName[]) {
  const named = { column: 'roleName', key: sql.ref<string>('roleName'), seeds };
  const rows = whereFields(select(db, viewer), roles, 'role', filters, {
    roleId: (id) => sql`role.role_id = ${id}`,
    roleName: (name) => matchesDisplayName(named, name),
  });
  const orderBy = paging.orderBy ?? 'roleSort';
  return page(rows, 'role.roleId', { ...paging, orderBy: ['roleId', 'createTime'].includes(orderBy) ? `role.${orderBy}` : orderBy }, named);
}

export const find = (db: Db, viewer: Viewer, id: number) => select(db, viewer).where('role.roleId', '=', id).executeTakeFirst();

/** All roles that the viewer may assign, in order, at most `MAX_CHOICES`. */
export const listChoices = (db: Db, viewer: Viewer) =>
  select(db, viewer).orderBy('roleSort').orderBy('role.roleId').limit(MAX_CHOICES).execute();

/** Locks the visible roles of `ids`: they cannot be assigned to users or trace steps until the transaction ends. */
export const lock = (db: Db, viewer: Viewer, ids: number[]) =>
  db
    .selectFrom('role')
    .select(['roleId', 'roleName', 'dataScope', 'status'])
    .$narrowType<Pick<Role, 'dataScope' | 'status'>>()
    .where('roleId', 'in', ids)
    .where(visible(viewer))
    .orderBy('roleId')
    .forUpdate()
    .execute();

const hasHolders = sql<boolean>`exists (select from user_role held where held.role_id = role.role_id)`;

/** The first use among `ids`: held by a user, or responsible for steps of a trace template. */
export const findUse = (db: Db, ids: number[]) =>
  db
    .selectFrom('role')
    .leftJoin('traceStep as step', 'step.roleId', 'role.roleId')
    .leftJoin('traceTemplate as template', 'template.templateId', 'step.templateId')
    .select(['roleName', 'templateName'])
    .select(hasHolders.as('held'))
    .where('role.roleId', 'in', ids)
    .where(sql<boolean>`(step.step_id is not null or ${hasHolders})`)
    .orderBy('role.roleId')
    .orderBy('templateName')
    .limit(1)
    .executeTakeFirst();

type Columns = Omit<ChangesOf<Roles>, 'menuIds' | 'version'>;

export const insert = (db: Db, row: Columns & { roleName: string; roleKey: string; roleSort: number; createBy: number }) =>
  db.insertInto('role').values(row).returning('roleId').executeTakeFirstOrThrow();

/** Undefined if no such role exists at that revision. */
export const update = (db: Db, id: number, { version, ...changes }: Columns & { version?: number | undefined }, userId: number) =>
  db
    .updateTable('role')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('roleId', '=', id)
    .where(unchangedSince(version))
    .returning('roleId')
    .executeTakeFirst();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('role').where('roleId', 'in', ids).execute();
