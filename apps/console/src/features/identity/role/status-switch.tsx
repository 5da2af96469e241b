import { type Role, roles } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { editBody, readOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';

/** Status of a role, as a switch with permission. Disabling requires a confirmation with name and number of users. */
export function StatusSwitch({ role }: { role: Role }) {
  const t = useWords();
  const client = useQueryClient();
  const mayEdit = usePermission(roles.permission('edit'));
  const mayRead = usePermission(roles.permission('read'));
  const change = useMutation({
    mutationFn: async (status: '0' | '1') => {
      const whole = mayRead ? await client.fetchQuery({ ...readOf(roles, role.roleId), staleTime: 0 }) : role;
      return request('PUT', `${roles.path}/changeStatus`, editBody(roles, whole, { status }));
    },
    onSuccess: (_, status) => {
      const word = status === '0' ? 'system.role.enabled' : 'system.role.disabled';
      hosts.tell('success', t(has('instantRights') ? word : `${word}.plain`));
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  if (!mayEdit || role.admin) return <CodeBadge of={roles} field="status" value={role.status} />;
  const on = role.status === '0';
  const press = async () => {
    if (on && role.userCount !== 0) {
      const title = has('userCounts')
        ? t('system.role.disableAsk', { name: role.roleName, count: role.userCount })
        : t('system.role.disableAsk.plain', { name: role.roleName });
      if (!(await confirm({ title, okText: t('system.role.disable'), danger: true }))) return;
    }
    change.mutate(on ? '1' : '0');
  };
  return (
    <span className="role-status">
      <Switch
        size="small"
        checked={on}
        loading={change.isPending}
        aria-label={t('system.role.statusOf', { name: role.roleName })}
        onChange={() => void press()}
      />
      <span>{t(`system.role.status.${role.status}`)}</span>
    </span>
  );
}
