import { type RoleCandidate, roles, type TreeNode } from '@suyuan/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ListQuery, toWireQuery } from '../../../data/api.ts';
import { fetchEnvelope, request } from '../../../data/request.ts';

const NO_CACHE = { staleTime: 0, gcTime: 0 };

/** Menus that the current user sees, and which of them a role has. A new role has none. */
export const menusQueryOptions = (roleId: number | undefined) =>
  queryOptions({
    queryKey: [roles.path, 'menus', roleId],
    queryFn: async ({ signal }) =>
      roleId === undefined
        ? { menus: await request<TreeNode[]>('GET', '/system/menu/treeselect', undefined, { signal }), checkedKeys: [] as number[] }
        : fetchEnvelope<{ menus: TreeNode[]; checkedKeys: number[] }>('GET', `/system/menu/roleMenuTreeselect/${roleId}`, undefined, {
            signal,
          }),
    ...NO_CACHE,
  });

/** Departments that the current user sees, and which of them a role names. */
export const departmentsQueryOptions = (roleId: number) =>
  queryOptions({
    queryKey: [roles.path, 'depts', roleId],
    queryFn: ({ signal }) =>
      fetchEnvelope<{ depts: TreeNode[]; checkedKeys: number[] }>('GET', `${roles.path}/deptTree/${roleId}`, undefined, { signal }),
    ...NO_CACHE,
  });

/** A user row; table rows must be records. */
export type Person = RoleCandidate & Record<string, unknown>;

export const peopleQueryOptions = (listName: 'allocatedList' | 'unallocatedList', query: ListQuery) =>
  queryOptions({
    queryKey: [roles.path, listName, query],
    queryFn: ({ signal }) =>
      request<{ rows: Person[]; total: number }>('GET', `${roles.path}/authUser/${listName}?${toWireQuery(query)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
