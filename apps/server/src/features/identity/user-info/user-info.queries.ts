import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { MenuRow } from './routers.ts';

/** Enabled menus in parent order: all, or those that the roles grant. */
export function listMenus(db: Db, roleIds: readonly number[] | 'all'): Promise<MenuRow[]> {
  const rows = db
    .selectFrom('menu')
    .select(['menuId', 'parentId', 'menuName', 'path', 'component', 'query', 'routeName'])
    .select(['isFrame', 'isCache', 'menuType', 'visible', 'perms', 'icon'])
    .where('status', '=', '0')
    .orderBy('parentId')
    .orderBy('orderNum')
    .orderBy('menuId');
  if (roleIds === 'all') return rows.execute();
  const granted = db
    .selectFrom('roleMenu')
    .innerJoin('role', 'role.roleId', 'roleMenu.roleId')
    .select('roleMenu.menuId')
    .where('role.roleId', '=', sql<number>`any(${roleIds}::bigint[])`)
    .where('role.status', '=', '0');
  return rows.where('menuId', 'in', granted).execute();
}

export const listDisplayNames = (db: Db, userNames: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['userName', 'nickName'])
    .where(sql`lower(user_name)`, '=', sql`any(${userNames.map((name) => name.toLowerCase())}::text[])`)
    .where('delFlag', '=', '0')
    .limit(userNames.length)
    .execute();
