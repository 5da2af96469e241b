import { changeUserStatus, type Translate, type User, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { call } from '../../../data/api.ts';
import { asApiError, isSessionExpired } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission, useUserId } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';

type Status = User['status'];

const statusHintKey = (status: Status) =>
  status === '0' ? 'system.user.enableWhat' : hasExtension('sessionEnd') ? 'system.user.disableWhat' : 'system.user.disableWhat.plain';

const statusDoneKey = (status: Status) =>
  status === '0' ? 'system.user.enabled' : hasExtension('sessionEnd') ? 'system.user.disabled' : 'system.user.disabled.plain';

/** The built-in administrator, whose account cannot be changed on these pages. */
const ADMIN_USER_ID = 1;

export const isBuiltInAdmin = ({ userId }: Pick<User, 'userId'>) => userId === ADMIN_USER_ID;

/** A RuoYi server knows only `userId`. */
const switchOne = ({ userId }: User, status: Status) => call(changeUserStatus, { userIds: [userId], status }, { body: { userId, status } });

/** Status of a user, as a switch with permission. The confirmation names the user and the effect. */
export function StatusSwitch({ user }: { user: User }) {
  const t = useTranslations();
  const client = useQueryClient();
  const canEdit = usePermission(users.permission('edit'));
  const isSelf = useUserId() === user.userId;
  const change = useMutation({
    mutationFn: (status: Status) => switchOne(user, status),
    onSuccess: (_, status) => {
      shellServices.notify('success', t(statusDoneKey(status)));
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const badge = <CodeBadge of={users} field="status" value={user.status} />;
  if (!canEdit || isSelf || isBuiltInAdmin(user)) return badge;
  const isEnabled = user.status === '0';
  const name = t('kit.aside', { what: user.nickName, more: user.userName });
  const confirmChange = () => {
    const title = t(isEnabled ? 'system.user.disableAsk' : 'system.user.enableAsk', { name });
    const content = t(statusHintKey(isEnabled ? '1' : '0'));
    const okText = t(isEnabled ? 'system.user.disable' : 'system.user.enable');
    void confirm({ title, content, okText, danger: isEnabled }, () => change.mutateAsync(isEnabled ? '1' : '0'));
  };
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <Switch size="small" checked={isEnabled} aria-label={`${t('common.field.status')} ${name}`} onChange={confirmChange} />
      <span>{t(`system.user.status.${user.status}`)}</span>
    </span>
  );
}

interface SwitchFailure {
  user: User;
  reason: string;
}

async function switchAll(targets: User[], status: User['status']): Promise<SwitchFailure[]> {
  await call(changeUserStatus, { userIds: targets.map(({ userId }) => userId), status });
  return [];
}

/** One request per user; resolves to the failures with reasons. An expired session aborts the loop. */
async function switchEach(targets: User[], status: User['status']): Promise<SwitchFailure[]> {
  const failures: SwitchFailure[] = [];
  for (const user of targets) {
    try {
      await switchOne(user, status);
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError || isSessionExpired(error)) throw error;
      failures.push({ user, reason: apiError.msg });
    }
  }
  return failures;
}

const userLabel = (t: Translate, { nickName, userName }: User) => t('kit.aside', { what: nickName, more: userName });

/** Enables or disables the selected users after a confirmation. Atomic where the server supports it. */
export function BulkStatus({ selectedUsers, onDone }: { selectedUsers: User[]; onDone: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const canEdit = usePermission(users.permission('edit'));
  const ownUserId = useUserId();
  const change = useMutation({
    mutationFn: ({ targets, status }: { targets: User[]; status: User['status'] }) =>
      hasExtension('bulkStatus') ? switchAll(targets, status) : switchEach(targets, status),
    onSuccess: (failures, { targets, status }) => {
      onDone();
      if (failures.length === 0) shellServices.notify('success', t(statusDoneKey(status)));
      else {
        const counts = { done: targets.length - failures.length, left: failures.length };
        const lines = failures.map(({ user, reason }) => t('system.user.notSwitched', { name: userLabel(t, user), reason }));
        shellServices.notify(
          'error',
          t(status === '0' ? 'system.user.enabledPartly' : 'system.user.disabledPartly', counts),
          lines.join(t('kit.joint')),
        );
      }
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  if (!canEdit) return null;
  return (['0', '1'] as const).map((status) => {
    const targets = selectedUsers.filter((user) => user.status !== status && user.userId !== ownUserId && !isBuiltInAdmin(user));
    const count = targets.length;
    if (count === 0) return null;
    const verb = status === '0' ? 'enable' : 'disable';
    const confirmChange = () => {
      const question = { title: t(`system.user.${verb}ManyAsk`, { count }), content: t(statusHintKey(status)) };
      const options = { ...question, okText: t(`system.user.${verb}`), danger: status === '1' };
      void confirm(options, () => change.mutateAsync({ targets, status }));
    };
    return (
      <Button key={status} onClick={confirmChange}>
        {t(`system.user.${verb}Count`, { count })}
      </Button>
    );
  });
}
