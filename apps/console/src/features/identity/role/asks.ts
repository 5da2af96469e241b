import { type RoleCandidate, roles, type TreeNode } from '@suyuan/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ListQuery, wireQuery } from '../../../data/api.ts';
import { envelope, request } from '../../../data/request.ts';

const fresh = { staleTime: 0, gcTime: 0 };

/** Menus that the current user sees, and which of them a role has. A new role has none. */
export const menusOf = (roleId: number | undefined) =>
  queryOptions({
    queryKey: [roles.path, 'menus', roleId],
    queryFn: async ({ signal }) =>
      roleId === undefined
        ? { menus: await request<TreeNode[]>('GET', '/system/menu/treeselect', undefined, { signal }), checkedKeys: [] as number[] }
        : envelope<{ menus: TreeNode[]; checkedKeys: number[] }>('GET', `/system/menu/roleMenuTreeselect/${roleId}`, undefined, { signal }),
    ...fresh,
  });

/** Departments that the current user sees, and which of them a role names. */
export const departmentsOf = (roleId: number) =>
  queryOptions({
    queryKey: [roles.path, 'depts', roleId],
    queryFn: ({ signal }) =>
      envelope<{ depts: TreeNode[]; checkedKeys: number[] }>('GET', `${roles.path}/deptTree/${roleId}`, undefined, { signal }),
    ...fresh,
  });

/** A user row; table rows must be records. */
export type Person = RoleCandidate & Record<string, unknown>;

export const peopleOf = (which: 'allocatedList' | 'unallocatedList', query: ListQuery) =>
  queryOptions({
    queryKey: [roles.path, which, query],
    queryFn: ({ signal }) =>
      request<{ rows: Person[]; total: number }>('GET', `${roles.path}/authUser/${which}?${wireQuery(query)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
