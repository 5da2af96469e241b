import { type Role, roles } from '@suyuan/contract';
import { Form, Input, Select, Switch, Tag } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordFacts } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { RoleFields, ScopeDrawer } from './role-forms.tsx';
import './role.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editBody, recordQueryOptions } from '../../../data/api.ts';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';

/** Status of a role, as a switch with permission. Disabling requires a confirmation with name and number of users. */
function StatusSwitch({ role }: { role: Role }) {
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
  const { hasPermi } = usePermissions();
  const canEdit = hasPermi(roles.permission('edit'));
  const canEditScope = canEdit && hasPermi(roles.permission('read'));
  const canAssign = canEdit && hasPermi(roles.permission('list'));
  const [scoping, setScoping] = useState<Role>();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`system.role.status.${value}`) }));
  const columns = [
    columnOf(roles, 'roleName'),
    columnOf(roles, 'status', (_, role) => <StatusSwitch role={role} />),
    columnOf(roles, 'roleKey', (key, { admin }) => (
      <span className="role-key">
        <span className="mono-text">{key}</span>
        {admin && <Tag>{t('system.role.builtIn')}</Tag>}
      </span>
    )),
    columnOf(roles, 'dataScope', (scope, role) =>
      canEditScope && !role.admin ? (
        <button type="button" className="row-link" onClick={() => setScoping(role)}>
          {t(`system.role.dataScope.${scope}`)}
        </button>
      ) : (
        t(`system.role.dataScope.${scope}`)
      ),
    ),
    ...(hasExtension('userCounts')
      ? [columnOf(roles, 'userCount', (count, role) => (canAssign ? <RowLink to={roleUsersPath(role)}>{count}</RowLink> : count))]
      : []),
    columnOf(roles, 'roleSort'),
    columnOf(roles, 'createTime'),
  ];
  return (
    <>
      <ResourcePage
        resource={roles}
        blank={{ status: '0', roleSort: 10, menuCheckStrictly: true, deptCheckStrictly: true }}
        protectionOf={({ admin }) => admin}
        columns={columns}
        view={(role) => (
          <RecordFacts
            of={roles}
            record={role}
            names={VISIBLE_FIELDS.filter((name) => name !== 'userCount' || hasExtension('userCounts'))}
            columns={columns}
          />
        )}
        filters={
          <>
            <Form.Item name="roleName" label={t('system.role.roleName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="roleKey" label={t('system.role.roleKey')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="status" label={t('common.field.status')}>
              <Select options={statuses} allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        form={<RoleFields />}
        rowActions={(role) => canAssign && !role.admin && <RowLink to={roleUsersPath(role)}>{t('system.role.assign')}</RowLink>}
        moreActions={(role) =>
          canEditScope && !role.admin ? [{ key: 'scope', label: t('system.role.scopeEdit'), onClick: () => setScoping(role) }] : []
        }
      />
      {scoping && <ScopeDrawer role={scoping} onClose={() => setScoping(undefined)} />}
    </>
  );
}
