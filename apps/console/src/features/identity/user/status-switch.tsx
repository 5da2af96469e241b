import { type User, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { hosts } from '../../../data/hosts.ts';
import { useOwner } from '../../../data/owner.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { isFixed } from './fixed.ts';
import { switchedWord, switchWord } from './status-words.ts';

/** Status of a user, as a switch with permission. The confirmation names the user and the effect. */
export function StatusSwitch({ user }: { user: User }) {
  const t = useWords();
  const client = useQueryClient();
  const mayEdit = usePermission(users.permission('edit'));
  const self = useOwner() === user.userId;
  const change = useMutation({
    mutationFn: (status: '0' | '1') => request('PUT', `${users.path}/changeStatus`, { userId: user.userId, status }),
    onSuccess: (_, status) => {
      hosts.tell('success', t(switchedWord(status)));
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const badge = <CodeBadge of={users} field="status" value={user.status} />;
  if (!mayEdit || self || isFixed(user)) return badge;
  const on = user.status === '0';
  const name = t('kit.aside', { what: user.nickName, more: user.userName });
  const ask = async () => {
    const title = t(on ? 'system.user.disableAsk' : 'system.user.enableAsk', { name });
    const content = t(switchWord(on ? '1' : '0'));
    const consent = await confirm({ title, content, okText: t(on ? 'system.user.disable' : 'system.user.enable'), danger: on });
    if (consent) change.mutate(on ? '1' : '0');
  };
  return (
    <span className="status-switch">
      <Switch
        size="small"
        checked={on}
        loading={change.isPending}
        aria-label={`${t('common.field.status')} ${name}`}
        onChange={() => void ask()}
      />
      <span>{t(`system.user.status.${user.status}`)}</span>
    </span>
  );
}
