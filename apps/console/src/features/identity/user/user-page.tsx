import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useListQuery } from '../../../data/list-query.ts';
import { useOwner } from '../../../data/owner.ts';
import { useRights } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { flat } from '../../../ui/tree.ts';
import { choicesOf, departmentTreeOf } from './asks.ts';
import { BulkStatus } from './bulk-status.tsx';
import { DepartmentAside } from './department-aside.tsx';
import { isFixed } from './fixed.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserFields } from './user-fields.tsx';
import './user.css';

/** Width in pixels from which the departments fit next to the list. */
const BESIDE = 1200;

/** The page opens the import dialog, because it has its own switch. */
const listed = { ...users, operations: users.operations.filter((operation) => operation !== 'import') } as unknown as typeof users;

export default function UserPage() {
  const t = useWords();
  const self = useOwner();
  const { hasPermi } = useRights();
  const [query, narrow] = useListQuery();
  const [aside, setAside] = useState(() => innerWidth >= BESIDE);
  const [importing, setImporting] = useState(false);
  const [granting, setGranting] = useState<User>();
  const [resetting, setResetting] = useState<User[]>([]);
  const { data: tree = [] } = useQuery(departmentTreeOf());
  const mayQuery = hasPermi(users.permission('read'));
  const { data: choices } = useQuery({ ...choicesOf(), enabled: mayQuery });

  const mayReset = (user: User) => hasPermi('system:user:resetPwd') && !isFixed(user) && user.userId !== self;
  const mayGrant = (user: User) => hasPermi(users.permission('edit')) && mayQuery && !isFixed(user);
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`system.user.status.${value}`) }));
  const roles = (choices?.roles ?? []).map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }));
  const deptName = (id: string) => flat(tree).find(({ node }) => node.id === Number(id))?.node.label ?? id;
  const actsOn = (user: User) => [
    ...(mayGrant(user) ? [{ key: 'grant', label: t('system.user.grant'), onClick: () => setGranting(user) }] : []),
    ...(mayReset(user) ? [{ key: 'reset', label: t('system.user.reset'), onClick: () => setResetting([user]) }] : []),
  ];

  return (
    <>
      <ResourcePage
        resource={listed}
        blank={{ status: '0', sex: '2', ...(query.deptId && { deptId: Number(query.deptId) }) }}
        // RuoYi's list omits roles, and saving without them removes them
        fixed={(user) => isFixed(user) || (!mayQuery && !has('userRoles') && 'closed')}
        aside={
          aside ? (
            <DepartmentAside
              chosen={query.deptId}
              onChoose={(deptId) => narrow({ deptId, below: undefined })}
              onHide={() => setAside(false)}
            />
          ) : undefined
        }
        toolbar={
          aside ? undefined : <Tool label={t('system.user.departmentShow')} icon={<Icon name="tree" />} onClick={() => setAside(true)} />
        }
        onImport={hasPermi(users.permission('import')) ? () => setImporting(true) : undefined}
        columns={[
          columnOf(users, 'nickName'),
          columnOf(users, 'userName', (name) => <span className="mono-text">{name}</span>),
          columnOf(users, 'status', (_, user) => <StatusSwitch user={user} />),
          columnOf(users, 'dept', (department) => department?.deptName ?? <span className="none">—</span>),
          ...(has('userRoles')
            ? [
                columnOf(users, 'roles', (held) =>
                  held.length > 0 ? (
                    held.map(({ roleName }) => roleName).join(t('kit.joint'))
                  ) : (
                    <span className="none">{t('system.user.roleIds.none')}</span>
                  ),
                ),
              ]
            : []),
          columnOf(users, 'phonenumber'),
          columnOf(users, 'createTime'),
        ]}
        filters={
          <>
            {has('userRoles') && (
              <Form.Item name="nickName" label={t('system.user.nickName')}>
                <Input allowClear />
              </Form.Item>
            )}
            <Form.Item name="userName" label={t('system.user.userName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="status" label={t('common.field.status')}>
              <Select options={statuses} allowClear />
            </Form.Item>
            <Form.Item name="phonenumber" label={t('system.user.phonenumber')}>
              <Input allowClear inputMode="tel" />
            </Form.Item>
            {mayQuery && has('userRoles') && (
              <Form.Item name="roleId" label={t('system.user.roleId')}>
                <Select options={roles} allowClear showSearch={{ optionFilterProp: 'label' }} />
              </Form.Item>
            )}
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        filterText={{ deptId: deptName, roleId: (id) => roles.find(({ value }) => value === id)?.label ?? id }}
        form={<UserFields />}
        moreActions={actsOn}
        selectedActions={(chosen, clear) => {
          const possible = chosen.filter(mayReset);
          return (
            <>
              <BulkStatus chosen={chosen} onDone={clear} />
              {possible.length > 0 && (
                <Button onClick={() => setResetting(possible)}>{t('system.user.resetCount', { count: possible.length })}</Button>
              )}
            </>
          );
        }}
        view={(user) => (
          <UserFacts
            user={user}
            actions={actsOn(user).map(({ key, label, onClick }) => (
              <Button key={key} size="small" onClick={onClick}>
                {label}
              </Button>
            ))}
          />
        )}
      />
      {granting && <GrantDrawer user={granting} onClose={() => setGranting(undefined)} />}
      {resetting.length > 0 && <ResetDialog of={resetting} onClose={() => setResetting([])} />}
      {importing && (
        <ImportDialog
          of={users}
          hint={t(has('importPreview') ? 'system.user.importHint' : 'system.user.importHint.plain')}
          option={{ name: 'updateSupport', label: t('system.user.updateSupport'), hint: t('system.user.updateSupport.hint') }}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
