import { type FiltersOf, menus, type RecordOf } from '@suyuan/contract';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Menus = typeof menus;

/** All menus, or those that a user's roles grant plus those that the user created. */
export type MenuVisibility = 'all' | { userId: number };

const visible = (visibility: MenuVisibility): RawBuilder<boolean> =>
  visibility === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(menu.create_by = ${visibility.userId} or menu.menu_id in (
        select role_menu.menu_id from role_menu join user_role using (role_id) join role using (role_id)
        where user_role.user_id = ${visibility.userId} and role.status = '0'))`;

/** Menus in wire format: RuoYi's flags instead of numbers, empty tree fields. */
const select = (db: Db, visibility: MenuVisibility) =>
  db
    .selectFrom('menu')
    .leftJoin('users as maker', 'maker.userId', 'menu.createBy')
    .leftJoin('users as editor', 'editor.userId', 'menu.updateBy')
    .select(storedFields(menus, 'menu', ['isFrame', 'isCache', 'perms']))
    .select([
      sql<null>`null`.as('parentName'),
      sql<string>`is_frame::text`.as('isFrame'),
      sql<string>`is_cache::text`.as('isCache'),
      sql<string>`coalesce(perms, '')`.as('perms'),
      sql<never[]>`'[]'::jsonb`.as('children'),
    ])
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    // Check constraints guarantee flags and types.
    .$castTo<RecordOf<Menus>>()
    .where(visible(visibility));

/** Matching menus as a flat list, in tree order. */
export const list = (db: Db, visibility: MenuVisibility, filters: FiltersOf<Menus>) =>
  whereFields(select(db, visibility), menus, 'menu', filters).orderBy('parentId').orderBy('orderNum').orderBy('menuId').execute();

export const find = (db: Db, visibility: MenuVisibility, id: number) => select(db, visibility).where('menuId', '=', id).executeTakeFirst();

/** Menus of a role. If the role links parents strictly, menus with a child in the role are left out. */
export const listOfRole = (db: Db, visibility: MenuVisibility, roleId: number) =>
  db
    .selectFrom('menu')
    .innerJoin('roleMenu', 'roleMenu.menuId', 'menu.menuId')
    .innerJoin('role', 'role.roleId', 'roleMenu.roleId')
    .select('menu.menuId')
    .where('role.roleId', '=', roleId)
    .where(visible(visibility))
    .where(
      sql<boolean>`not (role.menu_check_strictly and menu.menu_id in (
        select child.parent_id from menu child join role_menu linked using (menu_id) where linked.role_id = ${roleId}))`,
    )
    .orderBy('menu.menuId')
    .execute();

/** Serializes tree changes until the transaction ends. Two concurrent changes could otherwise take the same name or create a cycle. */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('suyuan/menu', 0))`.execute(db);

export interface MenuPosition {
  /** Undefined for a new menu. */
  menuId: number | undefined;
  menuName: string;
  parentId: number;
  menuType: string;
  path: string;
  routeName: string;
}

interface MenuContext {
  /** Null if the parent does not exist or is not visible. */
  parentType: string | null;
  /** Whether the parent is the menu itself or one of its descendants. */
  parentBelow: boolean;
  nameTwin: string | null;
  /** Name of a directory or page with the same route. */
  routeTwin: string | null;
  hasChildren: boolean;
}

/** Reads all facts in one statement. The caller holds the lock of `lockTree` before it writes. */
export async function readContext(
  db: Db,
  visibility: MenuVisibility,
  { menuId, menuName, parentId, menuType, path, routeName }: MenuPosition,
): Promise<MenuContext> {
  const id = menuId ?? 0;
  const { rows } = await sql<MenuContext>`
    with recursive branch as (
      select menu_id from menu where menu_id = ${id}
      union select menu.menu_id from menu join branch on menu.parent_id = branch.menu_id
    )
    select
      (select menu_type from menu where menu_id = ${parentId} and ${visible(visibility)}) as parent_type,
      exists (select from branch where menu_id = ${parentId}) as parent_below,
      (select menu_name from menu where parent_id = ${parentId} and menu_name = ${menuName} and menu_id <> ${id} limit 1) as name_twin,
      (select menu_name from menu where ${menuType} <> 'F' and menu_type <> 'F' and menu_id <> ${id} and (
          (lower(path) = lower(${path}) and (parent_id = ${parentId} or ${parentId}::bigint = 0))
          or lower(coalesce(nullif(route_name, ''), path)) = lower(${routeName || path}))
        order by menu_id limit 1) as route_twin,
      exists (select from menu where parent_id = ${id} and ${id}::bigint <> 0) as has_children`.execute(db);
  return rows[0] as MenuContext;
}

export type MenuColumns = Updateable<Database['menu']>;

export const insert = (db: Db, row: MenuColumns & { menuName: string; menuType: string; createBy: number }) =>
  db.insertInto('menu').values(row).returning('menuId').executeTakeFirstOrThrow();

/** Undefined if no such menu exists at that revision. */
export const update = (db: Db, id: number, changes: MenuColumns, version: number | undefined, userId: number) =>
  db
    .updateTable('menu')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('menuId', '=', id)
    .where(unchangedSince(version))
    .returning('menuId')
    .executeTakeFirst();

/** Sets order numbers. Returns the ids that exist. */
export const updateOrder = async (db: Db, visibility: MenuVisibility, menuIds: number[], orderNums: number[], userId: number) => {
  const { rows } = await sql<{ menuId: number }>`
    update menu set order_num = given.order_num, update_by = ${userId}, update_time = now(), version = version + 1
    from unnest(${menuIds}::bigint[], ${orderNums}::int[]) as given (id, order_num)
    where menu.menu_id = given.id and ${visible(visibility)}
    returning menu.menu_id`.execute(db);
  return rows;
};

export const remove = (db: Db, id: number) => db.deleteFrom('menu').where('menuId', '=', id).execute();
