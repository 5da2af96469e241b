import type { Db } from '../../../platform/db/db.ts';
import type { MenuRow } from './routers.ts';

/** Enabled menus in parent order: all, or those that the roles of `userId` grant. */
export function listMenus(db: Db, userId: number | 'all'): Promise<MenuRow[]> {
  const rows = db
    .selectFrom('menu')
    .select(['menuId', 'parentId', 'menuName', 'path', 'component', 'query', 'routeName'])
    .select(['isFrame', 'isCache', 'menuType', 'visible', 'perms', 'icon'])
    .where('status', '=', '0')
    .orderBy('parentId')
    .orderBy('orderNum')
    .orderBy('menuId');
  if (userId === 'all') return rows.execute();
  const granted = db
    .selectFrom('roleMenu')
    .innerJoin('userRole', 'userRole.roleId', 'roleMenu.roleId')
    .innerJoin('role', 'role.roleId', 'userRole.roleId')
    .select('roleMenu.menuId')
    .where('userRole.userId', '=', userId)
    .where('role.status', '=', '0');
  return rows.where('menuId', 'in', granted).execute();
}
