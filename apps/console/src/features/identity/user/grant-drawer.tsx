import { type User, type UserRole, users } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { grantableOf } from './asks.ts';

export function GrantDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const asked = useQuery(grantableOf(user.userId));
  const [ticked, setTicked] = useState<number[]>();
  const [sought, setSought] = useState('');
  const { user: known, roles: grantable = [] } = asked.data ?? {};
  // existing roles stay visible and in the request, even if this user may not grant them
  const beyond = (known?.roles ?? []).filter(({ roleId }) => !grantable.some((role) => role.roleId === roleId));
  const roles = [...grantable, ...beyond];
  // RuoYi returns `roleIds: null` and marks the user's roles by `flag`
  const held = known?.roleIds ?? roles.filter((role) => role.flag || beyond.includes(role)).map(({ roleId }) => roleId);
  const chosen = ticked ?? held;
  const save = useMutation({
    mutationFn: () =>
      request('PUT', `${users.path}/authRole?${new URLSearchParams({ userId: String(user.userId), roleIds: chosen.join() })}`),
    onSuccess: () => {
      hosts.tell('success', t(has('instantRights') ? 'system.user.granted' : 'system.user.granted.plain'));
      onClose();
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  const submit = () => {
    if (asked.data && !save.isPending) save.mutate();
  };
  useSaveKey(true, submit);
  const part = sought.trim().toLowerCase();
  const shown = roles.filter(({ roleName, roleKey }) => `${roleName} ${roleKey}`.toLowerCase().includes(part));
  const toggle = ({ roleId }: UserRole, on: boolean) => setTicked(on ? [...chosen, roleId] : chosen.filter((id) => id !== roleId));
  return (
    <Drawer
      open
      size={560}
      title={t('system.user.grantTo', { name: t('kit.aside', { what: user.nickName, more: user.userName }) })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('system.user.grantCount', { count: chosen.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!asked.data} onClick={submit}>
            {t('kit.save')}
          </Button>
        </div>
      }
    >
      <p className="none grant-hint">{t('system.user.grantHint')}</p>
      {asked.error && !asked.data ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Waiting rows={6} />
      ) : roles.length === 0 ? (
        <Nothing text={t('system.user.roleNone')} />
      ) : (
        <>
          <Input
            allowClear
            value={sought}
            placeholder={t('system.user.roleSearch')}
            aria-label={t('system.user.roleSearch')}
            onChange={({ target }) => setSought(target.value)}
          />
          <ul className="role-choice">
            {shown.map((role) => (
              <li key={role.roleId}>
                <Checkbox
                  checked={chosen.includes(role.roleId)}
                  disabled={beyond.includes(role) || (role.status === '1' && !held.includes(role.roleId))}
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
