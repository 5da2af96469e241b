import { type TreeNode, type User, type UserChoices, type UserRole, users } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { envelope } from '../../../data/request.ts';

/** Departments that the current user sees, as a tree. */
export const departmentTreeOf = () => ({ ...getOf<TreeNode[]>(users, '/deptTree'), staleTime: 60_000 });

/** Selectable roles and posts, which RuoYi returns next to `data`. */
export const choicesOf = () =>
  queryOptions({
    queryKey: [users.path, 'choices'],
    queryFn: ({ signal }) => envelope<UserChoices>('GET', `${users.path}/`, undefined, { signal }),
    staleTime: 60_000,
  });

export const grantableOf = (userId: number) =>
  queryOptions({
    queryKey: [users.path, 'authRole', userId],
    queryFn: ({ signal }) => envelope<{ user: User; roles: UserRole[] }>('GET', `${users.path}/authRole/${userId}`, undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
