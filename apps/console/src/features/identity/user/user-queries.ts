import { type TreeNode, type User, type UserChoices, type UserRole, users } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { fetchEnvelope } from '../../../data/request.ts';

/** Departments that the current user sees, as a tree. */
export const departmentTreeQueryOptions = () => ({ ...getQueryOptions<TreeNode[]>(users, '/deptTree'), staleTime: 60_000 });

/** Selectable roles and posts, which RuoYi returns next to `data`. */
export const choicesQueryOptions = () =>
  queryOptions({
    queryKey: [users.path, 'choices'],
    queryFn: ({ signal }) => fetchEnvelope<UserChoices>('GET', `${users.path}/`, undefined, { signal }),
    staleTime: 60_000,
  });

export const grantableRolesQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: [users.path, 'authRole', userId],
    queryFn: ({ signal }) =>
      fetchEnvelope<{ user: User; roles: UserRole[] }>('GET', `${users.path}/authRole/${userId}`, undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
