import { type Role, roles } from '@suyuan/contract';
import { Form, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { useRights } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordFacts } from '../../../ui/record-facts.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { RoleFields } from './role-fields.tsx';
import { ScopeDrawer } from './scope-drawer.tsx';
import { StatusSwitch } from './status-switch.tsx';
import './role.css';

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
  const { hasPermi } = useRights();
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
