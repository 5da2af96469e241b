import { type User, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { shellServices } from '../../../data/hosts.ts';
import { useUserId } from '../../../data/owner.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { isBuiltInAdmin } from './fixed.ts';
import { statusDoneKey, statusHintKey } from './status-words.ts';

/** Status of a user, as a switch with permission. The confirmation names the user and the effect. */
export function StatusSwitch({ user }: { user: User }) {
  const t = useTranslations();
  const client = useQueryClient();
  const canEdit = usePermission(users.permission('edit'));
  const isSelf = useUserId() === user.userId;
  const change = useMutation({
    mutationFn: (status: '0' | '1') => request('PUT', `${users.path}/changeStatus`, { userId: user.userId, status }),
    onSuccess: (_, status) => {
      shellServices.notify('success', t(statusDoneKey(status)));
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const badge = <CodeBadge of={users} field="status" value={user.status} />;
  if (!canEdit || isSelf || isBuiltInAdmin(user)) return badge;
  const isEnabled = user.status === '0';
  const name = t('kit.aside', { what: user.nickName, more: user.userName });
  const confirmChange = async () => {
    const title = t(isEnabled ? 'system.user.disableAsk' : 'system.user.enableAsk', { name });
    const content = t(statusHintKey(isEnabled ? '1' : '0'));
    const confirmation = await confirm({
      title,
      content,
      okText: t(isEnabled ? 'system.user.disable' : 'system.user.enable'),
      danger: isEnabled,
    });
    if (confirmation) change.mutate(isEnabled ? '1' : '0');
  };
  return (
    <span className="status-switch">
      <Switch
        size="small"
        checked={isEnabled}
        loading={change.isPending}
        aria-label={`${t('common.field.status')} ${name}`}
        onChange={() => void confirmChange()}
      />
      <span>{t(`system.user.status.${user.status}`)}</span>
    </span>
  );
}
