import { createContext, type ReactNode, useContext } from 'react';

/** What the signed-in user may do, as `GET /getInfo` says. */
export interface Rights {
  roles: readonly string[];
  permissions: readonly string[];
}

export const RightsContext = createContext<Rights>({ roles: [], permissions: [] });

const EVERYTHING = '*:*:*';

/** The checks of the specification: `*:*:*` passes every one of permissions, `admin` every one of roles, and neither the other. */
export function rightsOf({ roles, permissions }: Rights) {
  const hasRole = (role: string) => roles.includes('admin') || roles.includes(role);
  const hasPermi = (permission: string) => permissions.includes(EVERYTHING) || permissions.includes(permission);
  return {
    hasPermi,
    hasPermiOr: (wanted: readonly string[]) => needed(wanted).some(hasPermi),
    hasPermiAnd: (wanted: readonly string[]) => needed(wanted).every(hasPermi),
    hasRole,
    hasRoleOr: (wanted: readonly string[]) => needed(wanted).some(hasRole),
    hasRoleAnd: (wanted: readonly string[]) => needed(wanted).every(hasRole),
  };
}

/** A check against an empty list is a mistake of the page, not a yes (specification §5). */
function needed(wanted: readonly string[]) {
  if (wanted.length === 0) throw new Error('a check of rights needs at least one right');
  return wanted;
}

/** What whoever is signed in may do. */
export const useRights = () => rightsOf(useContext(RightsContext));

/** Tells whether the user may do `permission`, with the very string that guards the route. */
export const usePermission = (permission: string): boolean => useRights().hasPermi(permission);

type Wanted = { do: string | readonly string[]; role?: never } | { role: string | readonly string[]; do?: never };

const listOf = (wanted: string | readonly string[]) => (typeof wanted === 'string' ? [wanted] : wanted);

/** Shows its children to those who hold the permission `do`, or the role, or one of several: the directives hasPermi and hasRole. */
export function Can({ do: permission, role, children }: Wanted & { children: ReactNode }) {
  const { hasPermiOr, hasRoleOr } = useRights();
  return (permission === undefined ? hasRoleOr(listOf(role)) : hasPermiOr(listOf(permission))) ? children : null;
}

/** The actions that the server's tree lists for the page around it; undefined where a back end tells none. */
export const ActionsContext = createContext<readonly string[] | undefined>(undefined);

/** Tells whether the page's own list of actions has `action`: whole, as `system:user:edit`, or its last part, as `edit`. */
function usePageActions(): (action: string) => boolean {
  const actions = useContext(ActionsContext);
  return (action) => actions === undefined || actions.some((listed) => listed === action || listed.endsWith(`:${action}`));
}

/** Shows its children where the page's list of actions has `name`: the directive action. */
export function Action({ name, children }: { name: string; children: ReactNode }) {
  return usePageActions()(name) ? children : null;
}
