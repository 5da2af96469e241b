import { type User, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { confirm } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { useOwner } from '../../../kit/owner.ts';
import { usePermission } from '../../../kit/permission.tsx';
import { request } from '../../../kit/request.ts';
import { useWords } from '../../../kit/words.ts';
import { isFixed } from './fixed.ts';

/** Switches the chosen users on or off, all of them or none, once their number was confirmed. */
export function BulkStatus({ chosen, onDone }: { chosen: User[]; onDone: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const mayEdit = usePermission(users.permission('edit'));
  const self = useOwner();
  const change = useMutation({
    mutationFn: (given: { userIds: number[]; status: '0' | '1' }) => request('PUT', `${users.path}/changeStatus`, given),
    onSuccess: (_, { status }) => {
      onDone();
      hosts.tell('success', t(status === '0' ? 'system.user.enabled' : 'system.user.disabled'));
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  if (!mayEdit) return null;
  return (['0', '1'] as const).map((status) => {
    const others = chosen.filter((user) => user.status !== status && user.userId !== self && !isFixed(user));
    const count = others.length;
    if (count === 0) return null;
    const verb = status === '0' ? 'enable' : 'disable';
    const ask = async () => {
      const title = t(`system.user.${verb}ManyAsk`, { count });
      const consent = await confirm({
        title,
        content: t(`system.user.${verb}What`),
        okText: t(`system.user.${verb}`),
        danger: status === '1',
      });
      if (consent) change.mutate({ userIds: others.map(({ userId }) => userId), status });
    };
    return (
      <Button key={status} loading={change.isPending} onClick={() => void ask()}>
        {t(`system.user.${verb}Count`, { count })}
      </Button>
    );
  });
}
