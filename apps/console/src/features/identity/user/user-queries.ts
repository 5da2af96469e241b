import { grantableRoles, type ResultOf, type userChoices, userDepartments, users } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQueryOptions } from '../../../data/api.ts';
import { translateDepartments } from '../../../data/display-names.ts';
import { fetchEnvelope } from '../../../data/request.ts';

/** Departments that the current user sees, as a tree. */
export const departmentTreeQueryOptions = () => ({
  ...endpointQueryOptions(userDepartments, {}),
  staleTime: 60_000,
  select: translateDepartments,
});

/** Selectable roles and posts. A RuoYi server requires the slash at the end, which `call` cannot add. */
export const choicesQueryOptions = () =>
  queryOptions({
    queryKey: [users.path, 'choices'],
    queryFn: ({ signal }) => fetchEnvelope<ResultOf<typeof userChoices>>('GET', `${users.path}/`, undefined, { signal }),
    staleTime: 60_000,
  });

export const grantableRolesQueryOptions = (userId: number) => ({
  ...endpointQueryOptions(grantableRoles, { id: userId }),
  staleTime: 0,
  gcTime: 0,
});
