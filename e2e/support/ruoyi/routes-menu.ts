import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { inOrder, menusOf, menuTree } from './menu-tree.ts';
import { type Menu, nextId } from './records.ts';
import { sortOf } from './routes-organisation.ts';
import { atMost, changesOf, created, filterRows, notBlank, notNull, removeRows, updateRow, validate } from './table.ts';
import { menuView } from './views.ts';

const menuColumns = {
  unlessEmpty: ['menuName', 'path', 'isFrame', 'isCache', 'menuType', 'icon', 'remark'],
  unlessNull: ['parentId', 'orderNum', 'component', 'query', 'routeName', 'visible', 'status', 'perms'],
} as const;
const menuChecks = {
  menuName: [notBlank('菜单名称不能为空'), atMost(50, '菜单名称长度不能超过50个字符')],
  orderNum: [notNull('显示顺序不能为空')],
  path: [atMost(200, '路由地址不能超过200个字符')],
  component: [atMost(200, '组件路径不能超过255个字符')],
  menuType: [notBlank('菜单类型不能为空')],
  perms: [atMost(100, '权限标识长度不能超过100个字符')],
};

function isDuplicateRoute({ db, body }: Call): boolean {
  const path = body.text('path');
  const routeName = body.text('routeName') || path;
  const parentId = body.number('parentId');
  if (!path) return false;
  return db.menus
    .filter(({ menuType, menuId }) => menuType !== 'F' && menuId !== body.number('menuId'))
    .filter((menu) => [menu.path, menu.routeName].some((name) => name !== '' && (name === path || name === routeName)))
    .some((menu) => {
      const isSamePath = menu.path.toLowerCase() === path.toLowerCase();
      const isSameName = (menu.routeName || menu.path).toLowerCase() === routeName?.toLowerCase();
      return (isSamePath && (menu.parentId === parentId || parentId === 0)) || isSameName;
    });
}

function saveMenu(call: Call, action: '新增' | '修改') {
  const { db, body, session } = call;
  validate(body, menuChecks);
  const [name, menuId, parentId] = [body.text('menuName'), body.number('menuId'), body.number('parentId')];
  const refuse = (reason: string) => new Refusal(`${action}菜单'${name}'失败，${reason}`);
  if (db.menus.some((other) => other.menuName === name && other.parentId === parentId && other.menuId !== menuId))
    throw refuse('菜单名称已存在');
  if (body.text('isFrame') === '0' && !/^https?:\/\//.test(body.text('path') ?? '')) throw refuse('地址必须以http(s)://开头');
  if (action === '修改' && menuId === parentId) throw refuse('上级菜单不能选择自己');
  if (isDuplicateRoute(call)) throw refuse('路由名称或地址已存在');
  const changes = changesOf<Menu>(body, menuColumns);
  if (action === '修改')
    return affected(
      updateRow(
        db.menus.find((menu) => menu.menuId === menuId),
        changes,
        session.user.userName,
      ),
    );
  db.menus.push({
    ...{
      ...created(session.user.userName),
      menuId: nextId(db, 'menuId'),
      menuName: '',
      parentId: 0,
      orderNum: 0,
      path: '',
      component: null,
    },
    ...{ query: '', routeName: '', isFrame: '1', isCache: '0', menuType: '', visible: '0', status: '0', perms: '', icon: '#', ...changes },
  });
  return ok();
}

const ownMenus = (call: Call) =>
  filterRows(menusOf(call.db, call.session.user.userId, { enabled: false }), call, { like: ['menuName'], equal: ['visible', 'status'] });

export const menuRoutes: Routes = {
  'GET /system/menu/list': { permission: 'system:menu:list', handle: (call) => okData(ownMenus(call).map(menuView)) },
  'GET /system/menu/treeselect': { handle: (call) => okData(menuTree(ownMenus(call))) },
  'GET /system/menu/roleMenuTreeselect/:roleId': {
    handle: (call) => {
      const { db } = call;
      const roleId = call.id('roleId');
      const role = db.roles.find((row) => row.roleId === roleId);
      const linked = inOrder(
        db.menus.filter(({ menuId }) => db.roleMenus.some((link) => link.roleId === roleId && link.menuId === menuId)),
      );
      const isParent = (menuId: number) => linked.some(({ parentId }) => parentId === menuId);
      const checkedKeys = linked.map(({ menuId }) => menuId).filter((menuId) => !role?.menuCheckStrictly || !isParent(menuId));
      return ok({ checkedKeys, menus: menuTree(menusOf(db, call.session.user.userId, { enabled: false })) });
    },
  },
  'GET /system/menu/:menuId': {
    permission: 'system:menu:query',
    handle: ({ db, id }) => okData(db.menus.filter(({ menuId }) => menuId === id('menuId')).map(menuView)[0]),
  },
  'POST /system/menu': { permission: 'system:menu:add', log: ['菜单管理', 1], handle: (call) => saveMenu(call, '新增') },
  'PUT /system/menu': { permission: 'system:menu:edit', log: ['菜单管理', 2], handle: (call) => saveMenu(call, '修改') },
  'PUT /system/menu/updateSort': {
    permission: 'system:menu:edit',
    log: ['保存菜单排序', 2],
    handle: ({ db, body }) => {
      for (const [id, orderNum] of sortOf(body, 'menuIds')) for (const menu of db.menus) if (menu.menuId === id) menu.orderNum = orderNum;
      return ok();
    },
  },
  'DELETE /system/menu/:menuId': {
    permission: 'system:menu:remove',
    log: ['菜单管理', 3],
    handle: ({ db, id }) => {
      const menuId = id('menuId');
      if (db.menus.some(({ parentId }) => parentId === menuId)) throw new Refusal('存在子菜单,不允许删除', 601);
      if (db.roleMenus.some((link) => link.menuId === menuId)) throw new Refusal('菜单已分配,不允许删除', 601);
      return affected(removeRows(db.menus, (menu) => menu.menuId === menuId));
    },
  },
};
