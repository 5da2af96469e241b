import { type Role, roles } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { editBody, recordQueryOptions } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';

/** Status of a role, as a switch with permission. Disabling requires a confirmation with name and number of users. */
export function StatusSwitch({ role }: { role: Role }) {
  const t = useTranslations();
  const client = useQueryClient();
  const canEdit = usePermission(roles.permission('edit'));
  const canRead = usePermission(roles.permission('read'));
  const change = useMutation({
    mutationFn: async (status: '0' | '1') => {
      const fullRole = canRead ? await client.fetchQuery({ ...recordQueryOptions(roles, role.roleId), staleTime: 0 }) : role;
      return request('PUT', `${roles.path}/changeStatus`, editBody(roles, fullRole, { status }));
    },
    onSuccess: (_, status) => {
      const word = status === '0' ? 'system.role.enabled' : 'system.role.disabled';
      shellServices.notify('success', t(hasExtension('instantRights') ? word : `${word}.plain`));
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  if (!canEdit || role.admin) return <CodeBadge of={roles} field="status" value={role.status} />;
  const isEnabled = role.status === '0';
  const toggleStatus = async () => {
    if (isEnabled && role.userCount !== 0) {
      const title = hasExtension('userCounts')
        ? t('system.role.disableAsk', { name: role.roleName, count: role.userCount })
        : t('system.role.disableAsk.plain', { name: role.roleName });
      if (!(await confirm({ title, okText: t('system.role.disable'), danger: true }))) return;
    }
    change.mutate(isEnabled ? '1' : '0');
  };
  return (
    <span className="role-status">
      <Switch
        size="small"
        checked={isEnabled}
        loading={change.isPending}
        aria-label={t('system.role.statusOf', { name: role.roleName })}
        onChange={() => void toggleStatus()}
      />
      <span>{t(`system.role.status.${role.status}`)}</span>
    </span>
  );
}
