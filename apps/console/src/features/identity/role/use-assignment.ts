import { roles, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';

export function useAssignment(roleId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ call, userIds }: { call: 'selectAll' | 'cancelAll'; userIds: number[] }) =>
      request('PUT', `${roles.path}/authUser/${call}?${new URLSearchParams({ roleId: String(roleId), userIds: userIds.join() })}`),
    onSuccess: async (_, { call, userIds }) => {
      await Promise.all([roles, users].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
      shellServices.notify(
        'success',
        t(call === 'selectAll' ? 'system.role.assign.added' : 'system.role.assign.taken', { count: userIds.length }),
      );
    },
  });
  const run = (call: 'selectAll' | 'cancelAll', userIds: number[]) =>
    change.mutateAsync({ call, userIds }).then(
      () => true,
      () => false, // the error is already displayed
    );
  return {
    assign: (userIds: number[]) => run('selectAll', userIds),
    unassign: (userIds: number[]) => run('cancelAll', userIds),
    busy: change.isPending,
  };
}
