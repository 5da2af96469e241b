import { type FiltersOf, menus } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ActingCaller, recordTable } from '../../../platform/db/record-table.ts';

/** Administrators see every menu, others those that their roles grant and those that they created. */
interface Viewer extends ActingCaller {
  actor: { userId: number; admin: boolean };
}

/** RuoYi's flags instead of numbers, and empty tree fields. */
export const menuTable = recordTable(menus, 'menu', {
  visible: ({ actor: { admin, userId } }: Viewer) =>
    admin
      ? sql<boolean>`true`
      : sql<boolean>`(menu.create_by = ${userId} or menu.menu_id in (
          select role_menu.menu_id from role_menu join user_role using (role_id) join role using (role_id)
          where user_role.user_id = ${userId} and role.status = '0'))`,
  columns: {
    parentName: sql`null`,
    isFrame: sql`is_frame::text`,
    isCache: sql`is_cache::text`,
    perms: sql`coalesce(perms, '')`,
    children: sql`'[]'::jsonb`,
  },
});

/** Matching menus as a flat list, in tree order. */
export const list = (viewer: Viewer, filters: FiltersOf<typeof menus>) =>
  menuTable.matching(viewer, filters).orderBy('parentId').orderBy('orderNum').orderBy('menuId').execute();

/** Menus of a role. If the role links parents strictly, menus with a child in the role are left out. */
export const listOfRole = (viewer: Viewer, roleId: number) =>
  viewer.db
    .selectFrom('menu')
    .innerJoin('roleMenu', 'roleMenu.menuId', 'menu.menuId')
    .innerJoin('role', 'role.roleId', 'roleMenu.roleId')
    .select('menu.menuId')
    .where('role.roleId', '=', roleId)
    .where(menuTable.visible(viewer))
    .where(
      sql<boolean>`not (role.menu_check_strictly and menu.menu_id in (
        select child.parent_id from menu child join role_menu linked using (menu_id) where linked.role_id = ${roleId}))`,
    )
    .orderBy('menu.menuId')
    .execute();

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

/** Reads all facts in one statement. The caller holds the lock of the tree before it writes. */
export async function readContext(
  viewer: Viewer,
  { menuId, menuName, parentId, menuType, path, routeName }: MenuPosition,
): Promise<MenuContext> {
  const id = menuId ?? 0;
  const { rows } = await sql<MenuContext>`
    with recursive branch as (
      select menu_id from menu where menu_id = ${id}
      union select menu.menu_id from menu join branch on menu.parent_id = branch.menu_id
    )
    select
      (select menu_type from menu where menu_id = ${parentId} and ${menuTable.visible(viewer)}) as parent_type,
      exists (select from branch where menu_id = ${parentId}) as parent_below,
      (select menu_name from menu where parent_id = ${parentId} and menu_name = ${menuName} and menu_id <> ${id} limit 1) as name_twin,
      (select menu_name from menu where ${menuType} <> 'F' and menu_type <> 'F' and menu_id <> ${id} and (
          (lower(path) = lower(${path}) and (parent_id = ${parentId} or ${parentId}::bigint = 0))
          or lower(coalesce(nullif(route_name, ''), path)) = lower(${routeName || path}))
        order by menu_id limit 1) as route_twin,
      exists (select from menu where parent_id = ${id} and ${id}::bigint <> 0) as has_children`.execute(viewer.db);
  return rows[0] as MenuContext;
}

export const remove = (db: Db, id: number) => db.deleteFrom('menu').where('menuId', '=', id).execute();
