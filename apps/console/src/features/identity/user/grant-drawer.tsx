import { type User, type UserRole, users } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useSaveShortcut } from '../../../data/save-key.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { grantableRolesQueryOptions } from './asks.ts';

export function GrantDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const grantQuery = useQuery(grantableRolesQueryOptions(user.userId));
  const [editedRoleIds, setEditedRoleIds] = useState<number[]>();
  const [searchText, setSearchText] = useState('');
  const { user: fullUser, roles: grantable = [] } = grantQuery.data ?? {};
  // existing roles stay visible and in the request, even if this user may not grant them
  const ungrantableRoles = (fullUser?.roles ?? []).filter(({ roleId }) => !grantable.some((role) => role.roleId === roleId));
  const roles = [...grantable, ...ungrantableRoles];
  // RuoYi returns `roleIds: null` and marks the user's roles by `flag`
  const assignedRoleIds =
    fullUser?.roleIds ?? roles.filter((role) => role.flag || ungrantableRoles.includes(role)).map(({ roleId }) => roleId);
  const selectedRoleIds = editedRoleIds ?? assignedRoleIds;
  const save = useMutation({
    mutationFn: () =>
      request('PUT', `${users.path}/authRole?${new URLSearchParams({ userId: String(user.userId), roleIds: selectedRoleIds.join() })}`),
    onSuccess: () => {
      shellServices.notify('success', t(hasExtension('instantRights') ? 'system.user.granted' : 'system.user.granted.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const submit = () => {
    if (grantQuery.data && !save.isPending) save.mutate();
  };
  useSaveShortcut(true, submit);
  const part = searchText.trim().toLowerCase();
  const visibleRoles = roles.filter(({ roleName, roleKey }) => `${roleName} ${roleKey}`.toLowerCase().includes(part));
  const toggle = ({ roleId }: UserRole, on: boolean) =>
    setEditedRoleIds(on ? [...selectedRoleIds, roleId] : selectedRoleIds.filter((id) => id !== roleId));
  return (
    <Drawer
      open
      size={560}
      title={t('system.user.grantTo', { name: t('kit.aside', { what: user.nickName, more: user.userName }) })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('system.user.grantCount', { count: selectedRoleIds.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!grantQuery.data} onClick={submit}>
            {t('kit.save')}
          </Button>
        </div>
      }
    >
      <p className="none grant-hint">{t('system.user.grantHint')}</p>
      {grantQuery.error && !grantQuery.data ? (
        <ErrorState error={grantQuery.error} onRetry={() => void grantQuery.refetch()} />
      ) : !grantQuery.data ? (
        <LoadingState rows={6} />
      ) : roles.length === 0 ? (
        <EmptyState text={t('system.user.roleNone')} />
      ) : (
        <>
          <Input
            allowClear
            value={searchText}
            placeholder={t('system.user.roleSearch')}
            aria-label={t('system.user.roleSearch')}
            onChange={({ target }) => setSearchText(target.value)}
          />
          <ul className="role-choice">
            {visibleRoles.map((role) => (
              <li key={role.roleId}>
                <Checkbox
                  checked={selectedRoleIds.includes(role.roleId)}
                  disabled={ungrantableRoles.includes(role) || (role.status === '1' && !assignedRoleIds.includes(role.roleId))}
                  onChange={({ target }) => toggle(role, target.checked)}
                >
                  {role.roleName}
                  {role.status === '1' && <span className="none"> · {t('system.user.off')}</span>}
                </Checkbox>
                <span className="role-choice-note">
                  <span className="mono-text">{role.roleKey}</span>
                  <span>{t(`system.user.scope.${role.dataScope}`)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}
