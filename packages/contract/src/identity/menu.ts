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

/** A page's default query: an object in JSON, since clients read it with no guard. */
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
  /** 0 at the top. */
  parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),
  menuType: z.enum(MENU_TYPES),
  orderNum: int(0, 999_999),
  /** Below its parent's path; of a link the whole address. What it may be depends on `isFrame`: `pathProblem`. */
  path: optionalText(200),
  component: optionalText(200, /^[\w./-]+$/),
  query: optionalText(255).refine(isQuery),
  /** Name of its route; without one the path is its name. */
  routeName: optionalText(50, /^[\w-]+$/),
  /** `0`: opens outside, `1`: a page of ours. */
  isFrame: unlessBlank(Flag),
  /** `0`: the page stays alive, `1`: it does not. */
  isCache: unlessBlank(Flag),
  /** `1`: reachable, but not in the menu. */
  visible: unlessBlank(Flag),
  status: unlessBlank(Flag),
  /** Permissions that it stands for, separated by commas. */
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
  /** Null: it came with the installation. */
  createBy: z.string().nullable(),
  remark: z.string().nullable(),
});

/** Directories, pages and buttons. Their list is whole and flat; whoever shows it makes the tree. */
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

/** Body of `PUT /system/menu/updateSort`: as many numbers as menus. */
export const MenuOrder = z.object({ menuIds: orderedIds(10_000), orderNums: orderNumbers(10_000) });

/** A node of the trees that menus, departments and the like are chosen from. */
export interface TreeNode {
  id: number;
  label: string;
  disabled: boolean;
  /** Of a menu with a page or a directory: its address, by which it has a word in another language. */
  path?: string;
  /** Of a button: the right that it gives. */
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
/** Our own origin, as the console puts it in; what follows must not turn it into another host. */
const OWN_HOST = /^\{host\}([/?#]|$)/;

/**
 * Which word says what is wrong with a menu's path; undefined where nothing is. A link outside is http or https, or begins with `{host}`;
 * a page of ours is a path, or an http address to be framed. No other scheme, no `//host`, no name and password in an address.
 */
export function pathProblem({ menuType, isFrame, path }: Addressed): 'menuPathMissing' | 'menuLinkWrong' | 'menuPathWrong' | undefined {
  if (menuType === 'F') return undefined; // it has none, whatever was sent
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
