import { createContext, type ReactNode, useContext } from 'react';

/** Settings in localStorage are separate per user. */
export const UserIdContext = createContext(0);

export const useUserId = () => useContext(UserIdContext);

/** Login name, as records name their users. */
export const UserNameContext = createContext('');

/** Rights of the signed-in user from `GET /getInfo`. */
export interface Rights {
  roles: readonly string[];
  permissions: readonly string[];
}

export const RightsContext = createContext<Rights>({ roles: [], permissions: [] });

/** Ids of the user's roles, for steps that belong to a role. */
export const RoleIdsContext = createContext<readonly number[]>([]);

/** Checks a role by its id; an administrator has every role. */
export function useHasRoleId() {
  const roleIds = useContext(RoleIdsContext);
  const { roles } = useContext(RightsContext);
  return (roleId: number) => roles.includes('admin') || roleIds.includes(roleId);
}

const EVERYTHING = '*:*:*';

/** RuoYi's checks: `*:*:*` grants every permission, `admin` every role. Neither grants the other kind. */
export function rightsOf({ roles, permissions }: Rights, page?: PageActions) {
  const hasRole = (role: string) => roles.includes('admin') || roles.includes(role);
  const hasPermi = (permission: string) =>
    (permissions.includes(EVERYTHING) || permissions.includes(permission)) && isListed(permission, page);
  return {
    hasPermi,
    hasPermiOr: (required: readonly string[]) => requireNotEmpty(required).some(hasPermi),
    hasPermiAnd: (required: readonly string[]) => requireNotEmpty(required).every(hasPermi),
    hasRole,
    hasRoleOr: (required: readonly string[]) => requireNotEmpty(required).some(hasRole),
    hasRoleAnd: (required: readonly string[]) => requireNotEmpty(required).every(hasRole),
  };
}

/** An empty or malformed list is a programming error and throws. */
function requireNotEmpty(required: readonly string[]) {
  if (!Array.isArray(required) || required.length === 0) throw new Error('a check of rights needs a list of at least one right');
  return required;
}

/** Actions that a page's menu row lists. */
export interface PageActions {
  /** Permission of the row itself, which every user of the page has. */
  own: string;
  /** Prefixes of the permissions that the row governs, e.g. `system:user:`. Other permissions belong to other pages. */
  governs: readonly string[];
  listed: readonly string[];
}

/** Undefined outside pages, and if the server sends no list. */
export const PageActionsContext = createContext<PageActions | undefined>(undefined);

/** As `system:user:edit` or `edit`; true for permissions that the row does not govern. */
function isListed(permission: string, page: PageActions | undefined): boolean {
  if (!page || permission === page.own || !page.governs.some((start) => permission.startsWith(start))) return true;
  return page.listed.includes(permission) || page.listed.includes(permission.slice(permission.lastIndexOf(':') + 1));
}

export const usePermissions = () => rightsOf(useContext(RightsContext), useContext(PageActionsContext));

/** The same string that guards the route. */
export const usePermission = (permission: string): boolean => usePermissions().hasPermi(permission);

type CanProps = { do: readonly string[]; role?: never } | { role: readonly string[]; do?: never };

/** Equals RuoYi's directives hasPermi and hasRole. */
export function Can({ do: permission, role, children }: CanProps & { children: ReactNode }) {
  const { hasPermiOr, hasRoleOr } = usePermissions();
  return (permission === undefined ? hasRoleOr(role) : hasPermiOr(permission)) ? children : null;
}
