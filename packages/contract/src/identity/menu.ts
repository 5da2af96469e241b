import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { optionalText, orderedIds, orderNumbers, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Item of `GET /getRouters`, in RuoYi format. */
export interface ServerRoute {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: {
    title: string;
    icon: string;
    noCache: boolean;
    link: string | null;
    actions?: string[];
    /** Full path of a directory, if its pages are not below it. */
    path?: string;
  };
  children?: ServerRoute[];
}
export const ServerRoute: z.ZodType<ServerRoute> = z.object({
  name: z.string().optional(),
  path: z.string(),
  hidden: z.boolean(),
  redirect: z.string().optional(),
  component: z.string(),
  query: z.string().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z
    .object({
      title: z.string(),
      icon: z.string(),
      noCache: z.boolean(),
      link: z.string().nullable(),
      actions: z.array(z.string()).optional(),
      path: z.string().optional(),
    })
    .optional(),
  children: z.lazy(() => z.array(ServerRoute)).optional(),
}) as z.ZodType<ServerRoute>;

/** Must be a JSON object, because clients parse it without a check. */
const isQuery = (text: string | null | undefined) => {
  if (!text) return true;
  try {
    const query: unknown = JSON.parse(text);
    return typeof query === 'object' && query !== null && !Array.isArray(query);
  } catch {
    return false;
  }
};

/** The list is complete and flat. */
export const menus = defineResource({
  domain: 'system',
  name: 'menu',
  key: 'menuId',
  rest: 'menus',
  ownWords: ['status'],
  log: '菜单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  fields: {
    menuName: f.text(50),
    parentName: f.json(z.null()).computed(),
    parentId: f.parent().absentIfBlank(),
    orderNum: f.number(0, 999_999),
    /** Relative to the parent. Links have a complete URL. See `pathProblem`. */
    path: f.code(200).optional().readAs(z.string()),
    component: f.code(200, /^[\w./-]+$/).optional(),
    query: f.of('code', text(255), { optional: optionalText(255).refine(isQuery) }, { max: 255 }).optional(),
    /** Absent: the path. */
    routeName: f
      .code(50, /^[\w-]+$/)
      .optional()
      .readAs(z.string()),
    /** `0`: external link, `1`: page of the console. */
    isFrame: f.flag().absentIfBlank().initially('1'),
    /** `0`: the page is cached, `1`: it is not. */
    isCache: f.flag().absentIfBlank().initially('0'),
    /** Directory, page, button. */
    menuType: f.choice(['M', 'C', 'F']),
    /** `1`: hidden in the menu, but reachable. */
    visible: f.flag().absentIfBlank().initially('0'),
    status: f.flag().absentIfBlank().initially('0'),
    /** Separated by commas. */
    perms: f
      .code(100, /^[\w*-]+(:[\w*-]+)*( *, *[\w*-]+(:[\w*-]+)*)*$/)
      .optional()
      .readAs(z.string()),
    icon: f
      .text(100, /^[#\w-]+$/)
      .optional()
      .readAs(z.string()),
    children: f.json(z.array(z.never())).computed(),
    ...audited,
    /** Null: created by the installation. */
    createBy: audited.createBy.optional(),
    remark: f.lines(500).optional(),
  },
  filters: ['menuName', 'status', 'visible'],
  sortable: [],
  columns: ['menuName', 'menuType', 'status', 'orderNum', 'perms', 'component'],
  form: ['parentId', 'menuType', 'menuName', 'icon', 'path', 'component', 'perms', 'orderNum'],
  moreForm: ['isFrame', 'routeName', 'query', 'isCache', 'visible', 'status', 'remark'],
  wire: {},
});

export const Menu = menus.record;

/** `PUT /system/menu/updateSort`: one number per menu. */
export const MenuOrder = z.object({ menuIds: orderedIds(10_000), orderNums: orderNumbers(10_000) });

export interface TreeNode {
  id: number;
  label: string;
  disabled: boolean;
  /** Only for directories and pages. Identifies the translated label. */
  path?: string;
  /** Only for buttons. */
  perms?: string;
  children?: TreeNode[];
}
export const TreeNode: z.ZodType<TreeNode> = z.object({
  id: z.number(),
  label: z.string(),
  disabled: z.boolean(),
  path: z.string().optional(),
  perms: z.string().optional(),
  children: z.lazy(() => z.array(TreeNode)).optional(),
}) as z.ZodType<TreeNode>;

export const menuList = defineEndpoint(menus, 'GET /list', { permission: 'list', filters: menus.filters, data: z.array(Menu) });
export const menuTree = defineEndpoint(menus, 'GET /treeselect', {
  access: 'signedIn',
  rest: false,
  filters: menus.filters,
  data: z.array(TreeNode),
});
/** The menus that the current user sees, and those of a role among them. */
export const roleMenus = defineEndpoint(menus, 'GET /roleMenuTreeselect/:roleId', {
  access: 'signedIn',
  rest: 'GET /roles/:roleId/menus',
  envelope: { menus: z.array(TreeNode), checkedKeys: z.array(z.int()) },
});
export const sortMenus = defineEndpoint(menus, 'PUT /updateSort', {
  permission: 'edit',
  rest: 'PUT /menus/order',
  body: MenuOrder,
  log: { title: '保存菜单排序', type: 'edit' },
});

interface MenuAddress {
  menuType: string;
  isFrame: string;
  path: string;
}

const LINK = /^https?:\/\//i;
/** Placeholder of the own origin, which the console replaces. The next character must not extend the host name. */
const OWN_HOST = /^\{host\}([/?#]|$)/;

/**
 * External links use http or https, or start with `{host}`. Pages are a path, or an http URL to embed. Other schemes, `//host` and
 * credentials are rejected.
 */
export function pathProblem({ menuType, isFrame, path }: MenuAddress): 'menuPathMissing' | 'menuLinkWrong' | 'menuPathWrong' | undefined {
  if (menuType === 'F') return undefined; // buttons have no path
  if (path === '') return 'menuPathMissing';
  if (LINK.test(path)) return isAddress(path) ? undefined : 'menuLinkWrong';
  if (isFrame === '0') return OWN_HOST.test(path) && !/[\s\\]/.test(path) ? undefined : 'menuLinkWrong';
  return /^(?!\/\/)[^\s\\:?#{}<>"']+$/.test(path) ? undefined : 'menuPathWrong';
}

function isAddress(path: string): boolean {
  if (/[\s\\]/.test(path) || !URL.canParse(path)) return false;
  const { hostname, username, password } = new URL(path);
  return hostname !== '' && username === '' && password === '';
}
