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

/** Validates the default query of a page as a JSON object, because clients parse it without a check. */
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
  /** Relative to the parent's path. A link has a complete URL. `pathProblem` validates it depending on `isFrame`. */
  path: optionalText(200),
  component: optionalText(200, /^[\w./-]+$/),
  query: optionalText(255).refine(isQuery),
  /** Route name. Absent: the path. */
  routeName: optionalText(50, /^[\w-]+$/),
  /** `0`: external link, `1`: page of the console. */
  isFrame: unlessBlank(Flag),
  /** `0`: the page is cached, `1`: it is not. */
  isCache: unlessBlank(Flag),
  /** `1`: hidden in the menu, but reachable. */
  visible: unlessBlank(Flag),
  status: unlessBlank(Flag),
  /** Granted permissions, separated by commas. */
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

/** Directories, pages and buttons. The list is complete and flat; the client builds the tree. */
export const menus = defineResource({
  domain: 'system',
  name: 'menu',
  key: 'menuId',
  log: '菜单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: Menu,
  input: MenuInput,
  filters: z.object({ menuName: text(50), visible: Flag, status: Flag }).partial(),
  wire: {},
  sortable: [],
});

/** Body of `PUT /system/menu/updateSort`: one number per menu. */
export const MenuOrder = z.object({ menuIds: orderedIds(10_000), orderNums: orderNumbers(10_000) });

/** Node of a selection tree, e.g. of menus or departments. */
export interface TreeNode {
  id: number;
  label: string;
  disabled: boolean;
  /** Only for directories and pages: path, which also identifies the translated label. */
  path?: string;
  /** Only for buttons: granted permission. */
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

interface Addressed {
  menuType: string;
  isFrame: string;
  path: string;
}

const LINK = /^https?:\/\//i;
/** Placeholder of the own origin, which the console replaces. The next character must not extend the host name. */
const OWN_HOST = /^\{host\}([/?#]|$)/;

/**
 * Problem of a menu path, or undefined. External links use http or https, or start with `{host}`. Pages are a path, or an http URL to
 * embed. Other schemes, `//host` and credentials are rejected.
 */
export function pathProblem({ menuType, isFrame, path }: Addressed): 'menuPathMissing' | 'menuLinkWrong' | 'menuPathWrong' | undefined {
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
