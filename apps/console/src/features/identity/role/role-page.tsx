import { type Role, roles } from '@suyuan/contract';
import { Form, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { useRights } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordFacts } from '../../../ui/record-facts.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { RoleFields } from './role-fields.tsx';
import { ScopeDrawer } from './scope-drawer.tsx';
import { StatusSwitch } from './status-switch.tsx';
import './role.css';

const holdersOf = ({ roleId }: Role) => `/system/role/authUser?roleId=${roleId}`;

/** Fields in the drawer of a role; the others only configure its forms. */
const SHOWN = [
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
  const t = useWords();
  const { hasPermi } = useRights();
  const mayEdit = hasPermi(roles.permission('edit'));
  const mayScope = mayEdit && hasPermi(roles.permission('read'));
  const mayAssign = mayEdit && hasPermi(roles.permission('list'));
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
      mayScope && !role.admin ? (
        <button type="button" className="row-link" onClick={() => setScoping(role)}>
          {t(`system.role.dataScope.${scope}`)}
        </button>
      ) : (
        t(`system.role.dataScope.${scope}`)
      ),
    ),
    ...(has('userCounts')
      ? [columnOf(roles, 'userCount', (count, role) => (mayAssign ? <RowLink to={holdersOf(role)}>{count}</RowLink> : count))]
      : []),
    columnOf(roles, 'roleSort'),
    columnOf(roles, 'createTime'),
  ];
  return (
    <>
      <ResourcePage
        resource={roles}
        blank={{ status: '0', roleSort: 10, menuCheckStrictly: true, deptCheckStrictly: true }}
        fixed={({ admin }) => admin}
        columns={columns}
        view={(role) => (
          <RecordFacts
            of={roles}
            record={role}
            names={SHOWN.filter((name) => name !== 'userCount' || has('userCounts'))}
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
        rowActions={(role) => mayAssign && !role.admin && <RowLink to={holdersOf(role)}>{t('system.role.assign')}</RowLink>}
        moreActions={(role) =>
          mayScope && !role.admin ? [{ key: 'scope', label: t('system.role.scopeEdit'), onClick: () => setScoping(role) }] : []
        }
      />
      {scoping && <ScopeDrawer role={scoping} onClose={() => setScoping(undefined)} />}
    </>
  );
}
