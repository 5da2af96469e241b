import { createContext, type ReactNode, useContext } from 'react';

/** What the signed-in user may do, as `GET /getInfo` says. */
export interface Rights {
  roles: readonly string[];
  permissions: readonly string[];
}

export const RightsContext = createContext<Rights>({ roles: [], permissions: [] });

const EVERYTHING = '*:*:*';

/** The checks of the specification; the role `admin` and the permission `*:*:*` pass every one. */
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

export const useRights = () => rightsOf(useContext(RightsContext));

/** Tells whether the user may do `permission`, with the very string that guards the route. */
export const usePermission = (permission: string): boolean => useRights().hasPermi(permission);

/** Shows its children to those who hold `do`, or one of several. */
export function Can({ do: wanted, children }: { do: string | readonly string[]; children: ReactNode }) {
  const { hasPermiOr } = useRights();
  return hasPermiOr(typeof wanted === 'string' ? [wanted] : wanted) ? children : null;
}
