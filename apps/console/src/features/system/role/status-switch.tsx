import { type Role, roles } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { CodeBadge } from '../../../kit/columns.tsx';
import { confirm } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { usePermission } from '../../../kit/permission.tsx';
import { request } from '../../../kit/request.ts';
import { useWords } from '../../../kit/words.ts';

/** Whether a role grants anything, with a switch for those who decide it; switching off names the role and counts its holders. */
export function StatusSwitch({ role }: { role: Role }) {
  const t = useWords();
  const client = useQueryClient();
  const mayEdit = usePermission(roles.permission('edit'));
  const change = useMutation({
    mutationFn: (status: '0' | '1') => request('PUT', `${roles.path}/changeStatus`, { roleId: role.roleId, status }),
    onSuccess: (_, status) => {
      hosts.tell('success', t(status === '0' ? 'system.role.enabled' : 'system.role.disabled'));
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  if (!mayEdit || role.admin) return <CodeBadge of={roles} field="status" value={role.status} />;
  const on = role.status === '0';
  const press = async () => {
    if (on && role.userCount > 0) {
      const title = t('system.role.disableAsk', { name: role.roleName, count: role.userCount });
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
