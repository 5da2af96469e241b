import { FileAnswer, type Routes } from './call.ts';
import type { Database } from './records.ts';

export type Module =
  | ('user' | 'role' | 'menu' | 'dept' | 'post' | 'dict' | 'config' | 'notice')
  | ('operlog' | 'logininfor' | 'online' | 'job' | 'druid' | 'server' | 'cache')
  | ('build' | 'gen' | 'swagger');

/** URL prefixes that differ from the page's component. */
const EXTRA_PREFIXES: Partial<Record<Module, string[]>> = { druid: ['/druid/'], swagger: ['/swagger-ui/', '/v3/api-docs'] };

const SINCE_39 = [
  'POST /unlockscreen',
  'GET /system/notice/listTop',
  'POST /system/notice/markRead',
  'POST /system/notice/markReadAll',
  'PUT /system/menu/updateSort',
  'PUT /system/dept/updateSort',
];

/** Record keys by URL prefix: missing in 3.8.9, and null in 3.8.9. */
const KEYS_OF_38: [start: string, absent: string[], empty: string[]][] = [
  ['/getInfo', ['pwdUpdateDate'], []],
  ['/system/user', ['pwdUpdateDate'], []],
  ['/system/role/authUser', ['pwdUpdateDate'], []],
  ['/system/notice', ['isRead'], []],
  ['/monitor/jobLog', ['endTime'], ['startTime', 'stopTime']],
];

export function withKeysOf38(path: string, answer: object): object {
  const [, absent, empty] = KEYS_OF_38.find(([start]) => path.startsWith(start)) ?? ['', [], []];
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).filter(([key]) => !absent.includes(key));
    const isRecord = 'createTime' in value;
    const nulls = isRecord ? empty.map((key) => [key, null]) : [];
    return Object.fromEntries([...entries.map(([key, part]) => [key, convert(part)]), ...nulls]);
  };
  return absent.length === 0 || answer instanceof FileAnswer ? answer : (convert(answer) as object);
}

/** Returns the routes without the module's URLs. */
function withoutModule(routes: Routes, db: Database, module: Module): Routes {
  const folder = (component: string | null) => component?.split('/').slice(0, 2) ?? [];
  const pages = db.menus.filter(({ component }) => folder(component)[1] === module);
  const ids = new Set(pages.map(({ menuId }) => menuId));
  const isRemoved = (menu: { menuId: number; parentId?: number }) => ids.has(menu.menuId) || ids.has(menu.parentId ?? 0);
  const removedIds = new Set(db.menus.filter(isRemoved).map(({ menuId }) => menuId));
  db.menus = db.menus.filter(({ menuId }) => !removedIds.has(menuId));
  db.roleMenus = db.roleMenus.filter(({ menuId }) => !removedIds.has(menuId));
  const prefixes = [...pages.map(({ component }) => `/${folder(component).join('/')}`), ...(EXTRA_PREFIXES[module] ?? [])];
  const isOwn = (key: string) => prefixes.some((start) => key.slice(key.indexOf('/')).startsWith(start));
  return Object.fromEntries(Object.entries(routes).filter(([key]) => !isOwn(key)));
}

/** The routes of a version without some modules. Also removes their menus. */
export function routesFor(all: Routes, db: Database, { version, without }: { version: '3.9' | '3.8'; without: Module[] }): Routes {
  const ofVersion = Object.fromEntries(Object.entries(all).filter(([key]) => version === '3.9' || !SINCE_39.includes(key)));
  return without.reduce((routes, module) => withoutModule(routes, db, module), ofVersion);
}

/** Limits the role `common` to menus with these permissions and their parent directories. */
export function limitCommonRole(db: Database, permissions: string[]) {
  const byId = new Map(db.menus.map((menu) => [menu.menuId, menu]));
  const allowedIds = new Set<number>();
  for (const menu of db.menus.filter(({ perms }) => permissions.includes(perms)))
    for (let each: typeof menu | undefined = menu; each; each = byId.get(each.parentId)) allowedIds.add(each.menuId);
  db.roleMenus = db.roleMenus.filter(({ roleId, menuId }) => roleId !== 2 || allowedIds.has(menuId));
}
