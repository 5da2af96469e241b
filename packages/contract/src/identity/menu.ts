import { z } from 'zod';
import {
  audited,
  Flag,
  Id,
  int,
  optionalLines,
  optionalText,
  orderedIds,
  orderNumbers,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
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

/** M directory, C page, F button. */
export const MENU_TYPES = ['M', 'C', 'F'] as const;

const MenuInput = z.object({
  menuName: text(50),
  /** 0: top level. */
  parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),
  menuType: z.enum(MENU_TYPES),
  orderNum: int(0, 999_999),
  /** Relative to the parent. Links have a complete URL. See `pathProblem`. */
  path: optionalText(200),
  component: optionalText(200, /^[\w./-]+$/),
  query: optionalText(255).refine(isQuery),
  /** Absent: the path. */
  routeName: optionalText(50, /^[\w-]+$/),
  /** `0`: external link, `1`: page of the console. */
  isFrame: unlessBlank(Flag),
  /** `0`: the page is cached, `1`: it is not. */
  isCache: unlessBlank(Flag),
  /** `1`: hidden in the menu, but reachable. */
  visible: unlessBlank(Flag),
  status: unlessBlank(Flag),
  /** Separated by commas. */
  perms: optionalText(100, /^[\w*-]+(:[\w*-]+)*( *, *[\w*-]+(:[\w*-]+)*)*$/),
  icon: optionalText(100, /^[#\w-]+$/),
  remark: optionalLines(500),
  version: Version,
});

export const Menu = z.object({
  menuId: Id,
  menuName: z.string(),
  parentName: z.null(),
  parentId: z.int(),
  orderNum: z.int(),
  path: z.string(),
  component: z.string().nullable(),
  query: z.string().nullable(),
  routeName: z.string(),
  isFrame: Flag,
  isCache: Flag,
  menuType: z.enum(MENU_TYPES),
  visible: Flag,
  status: Flag,
  perms: z.string(),
  icon: z.string(),
  children: z.array(z.never()),
  ...audited,
  /** Null: created by the installation. */
  createBy: z.string().nullable(),
  remark: z.string().nullable(),
});

/** The list is complete and flat. */
export const menus = defineResource({
  domain: 'system',
  name: 'menu',
  key: 'menuId',
  ownWords: ['status'],
  log: '菜单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: Menu,
  input: MenuInput,
  filters: z.object({ menuName: text(50), visible: Flag, status: Flag }).partial(),
  wire: {},
  sortable: [],
});

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
