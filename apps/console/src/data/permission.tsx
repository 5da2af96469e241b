import { createContext, type ReactNode, useContext } from 'react';

/** What the signed-in user may do, as `GET /getInfo` says. */
export interface Rights {
  roles: readonly string[];
  permissions: readonly string[];
}

export const RightsContext = createContext<Rights>({ roles: [], permissions: [] });

const EVERYTHING = '*:*:*';

/** The checks of the specification: `*:*:*` passes every one of permissions, `admin` every one of roles, and neither the other. */
export function rightsOf({ roles, permissions }: Rights, page?: PageActions) {
  const hasRole = (role: string) => roles.includes('admin') || roles.includes(role);
  const hasPermi = (permission: string) =>
    (permissions.includes(EVERYTHING) || permissions.includes(permission)) && isListed(permission, page);
  return {
    hasPermi,
    hasPermiOr: (wanted: readonly string[]) => needed(wanted).some(hasPermi),
    hasPermiAnd: (wanted: readonly string[]) => needed(wanted).every(hasPermi),
    hasRole,
    hasRoleOr: (wanted: readonly string[]) => needed(wanted).some(hasRole),
    hasRoleAnd: (wanted: readonly string[]) => needed(wanted).every(hasRole),
  };
}

/** Anything but a list of at least one right is a mistake of the page, not a yes (specification §5). */
function needed(wanted: readonly string[]) {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Error('a check of rights needs a list of at least one right');
  return wanted;
}

/** The actions that the menu row of a page lists: the directive action of the specification (§6). */
export interface PageActions {
  /** The permission of the row itself: who is on the page has it. */
  own: string;
  /** Beginnings of the permissions that the row governs, e.g. `system:user:`. Others are governed by the rows of their pages. */
  governs: readonly string[];
  listed: readonly string[];
}

/** The list of the page around a control; undefined outside pages, and where the server sends none. */
export const PageActionsContext = createContext<PageActions | undefined>(undefined);

/** Whether the page's menu row lists the permission, as `system:user:edit` or as `edit`, or does not govern it. */
function isListed(permission: string, page: PageActions | undefined): boolean {
  if (!page || permission === page.own || !page.governs.some((start) => permission.startsWith(start))) return true;
  return page.listed.includes(permission) || page.listed.includes(permission.slice(permission.lastIndexOf(':') + 1));
}

/** What the signed-in user may do, on the page around where it has a list of actions. */
export const useRights = () => rightsOf(useContext(RightsContext), useContext(PageActionsContext));

/** Tells whether the user may do `permission`, with the very string that guards the route. */
export const usePermission = (permission: string): boolean => useRights().hasPermi(permission);

type Wanted = { do: readonly string[]; role?: never } | { role: readonly string[]; do?: never };

/** Shows its children to those who hold one of the permissions `do`, or one of the roles: the directives hasPermi and hasRole. */
export function Can({ do: permission, role, children }: Wanted & { children: ReactNode }) {
  const { hasPermiOr, hasRoleOr } = useRights();
  return (permission === undefined ? hasRoleOr(role) : hasPermiOr(permission)) ? children : null;
}
