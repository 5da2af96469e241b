import { changeRoleStatus, type Role, roles } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch, Tag } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, editBody, recordQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { type Cells, CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { RecordFacts } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { RoleFields, ScopeDrawer } from './role-forms.tsx';

/** Status of a role, as a switch with permission. Disabling requires a confirmation with name and number of users. */
function StatusSwitch({ role }: { role: Role }) {
  const t = useTranslations();
  const client = useQueryClient();
  const canEdit = usePermission(roles.permission('edit'));
  const canRead = usePermission(roles.permission('read'));
  const change = useMutation({
    mutationFn: async (status: '0' | '1') => {
      const fullRole = canRead ? await client.fetchQuery({ ...recordQueryOptions(roles, role.roleId), staleTime: 0 }) : role;
      return call(changeRoleStatus, { roleId: role.roleId, status }, { body: editBody(roles, fullRole, { status }) });
    },
    onSuccess: (_, status) => {
      const word = status === '0' ? 'system.role.enabled' : 'system.role.disabled';
      shellServices.notify('success', t(hasExtension('instantRights') ? word : `${word}.plain`));
      return client.invalidateQueries({ queryKey: [roles.path] });
    },
  });
  if (!canEdit || role.admin) return <CodeBadge of={roles} field="status" value={role.status} />;
  const isEnabled = role.status === '0';
  const toggleStatus = () => {
    if (!isEnabled || role.userCount === 0) return change.mutate(isEnabled ? '1' : '0');
    const title = hasExtension('userCounts')
      ? t('system.role.disableAsk', { name: displayName('roleName', role.roleName), count: role.userCount })
      : t('system.role.disableAsk.plain', { name: displayName('roleName', role.roleName) });
    void confirm({ title, okText: t('system.role.disable'), danger: true }, () => change.mutateAsync('1'));
  };
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <Switch
        size="small"
        checked={isEnabled}
        loading={change.isPending}
        aria-label={t('system.role.statusOf', { name: displayName('roleName', role.roleName) })}
        onChange={toggleStatus}
      />
      <span>{t(`system.role.status.${role.status}`)}</span>
    </span>
  );
}

const roleUsersPath = ({ roleId }: Role) => `/system/role/authUser?roleId=${roleId}`;

/** Fields in the drawer of a role; the others only configure its forms. */
const VISIBLE_FIELDS = [
  'roleName',
  'roleKey',
  'status',
  'dataScope',
  'userCount',
  'roleSort',
  'remark',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
];

export default function RolePage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const canEdit = hasPermi(roles.permission('edit'));
  const canEditScope = canEdit && hasPermi(roles.permission('read'));
  const canAssign = canEdit && hasPermi(roles.permission('list'));
  const [scoping, setScoping] = useState<Role>();
  const cells: Cells<typeof roles> = {
    status: (_, role) => <StatusSwitch role={role} />,
    roleKey: (key, { admin }) => (
      <span className="inline-flex items-center gap-2 align-bottom">
        <span className="mono-text">{key}</span>
        {admin && <Tag>{t('system.role.builtIn')}</Tag>}
      </span>
    ),
    dataScope: (scope, role) =>
      canEditScope && !role.admin ? (
        <LinkButton onClick={() => setScoping(role)}>{t(`system.role.dataScope.${scope}`)}</LinkButton>
      ) : (
        t(`system.role.dataScope.${scope}`)
      ),
    userCount: (count, role) => (canAssign ? <RowLink to={roleUsersPath(role)}>{count}</RowLink> : count),
  };
  return (
    <>
      <ResourcePage
        resource={roles}
        isEditable={({ admin }) => !admin}
        isRemovable={({ admin }) => !admin}
        cells={cells}
        view={(role) => (
          <RecordFacts
            of={roles}
            record={role}
            names={VISIBLE_FIELDS.filter((name) => name !== 'userCount' || hasExtension('userCounts'))}
            cells={cells}
          />
        )}
        form={<RoleFields />}
        moreActions={(role) =>
          role.admin
            ? []
            : [
                ...(canAssign
                  ? [{ key: 'assign', label: t('system.role.assign'), onClick: () => void navigate(roleUsersPath(role)) }]
                  : []),
                ...(canEditScope ? [{ key: 'scope', label: t('system.role.scopeEdit'), onClick: () => setScoping(role) }] : []),
              ]
        }
      />
      {scoping && <ScopeDrawer role={scoping} onClose={() => setScoping(undefined)} />}
    </>
  );
}
