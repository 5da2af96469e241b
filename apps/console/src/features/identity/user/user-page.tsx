import { type User, users } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useListQuery } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermissions, useUserId } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { ClearableInput, Select } from '../../../ui/select.tsx';
import { flattenTree } from '../../../ui/tree.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { UserFacts, UserFields } from './user-fields.tsx';
import { DepartmentAside, GrantDrawer } from './user-page-parts.tsx';
import { choicesQueryOptions, departmentTreeQueryOptions } from './user-queries.ts';
import { BulkStatus, isBuiltInAdmin, StatusSwitch } from './user-status.tsx';

/** Width in pixels from which the departments fit next to the list. */
const ASIDE_MIN_WIDTH = 1200;

export default function UserPage() {
  const t = useTranslations();
  const ownUserId = useUserId();
  const { hasPermi } = usePermissions();
  const [query, updateQuery] = useListQuery();
  const [isAsideOpen, setAsideOpen] = useState(() => innerWidth >= ASIDE_MIN_WIDTH);
  const [granting, setGranting] = useState<User>();
  const [resetting, setResetting] = useState<User[]>([]);
  const { data: tree = [] } = useQuery(departmentTreeQueryOptions());
  const canRead = hasPermi(users.permission('read'));
  const { data: choices } = useQuery({ ...choicesQueryOptions(), enabled: canRead });

  const canReset = (user: User) => hasPermi('system:user:resetPwd') && !isBuiltInAdmin(user) && user.userId !== ownUserId;
  const canGrant = (user: User) => hasPermi(users.permission('edit')) && canRead && !isBuiltInAdmin(user);
  const roles = (choices?.roles ?? []).map(({ roleId, roleName }) => ({ value: String(roleId), label: displayName('roleName', roleName) }));
  const deptName = (id: string) => flattenTree(tree).find(({ node }) => node.id === Number(id))?.node.label ?? id;
  const actionsFor = (user: User) => [
    ...(canGrant(user) ? [{ key: 'grant', label: t('system.user.grant'), onClick: () => setGranting(user) }] : []),
    ...(canReset(user) ? [{ key: 'reset', label: t('system.user.reset'), onClick: () => setResetting([user]) }] : []),
  ];

  return (
    <>
      <ResourcePage
        resource={users}
        blank={query.deptId ? { deptId: Number(query.deptId) } : {}}
        // RuoYi's list omits roles, and saving without them removes them
        isEditable={(user) => !isBuiltInAdmin(user) && (canRead || hasExtension('userRoles'))}
        isRemovable={(user) => !isBuiltInAdmin(user)}
        aside={
          isAsideOpen ? (
            <DepartmentAside
              selectedId={query.deptId}
              onSelect={(deptId) => updateQuery({ deptId, below: undefined })}
              onHide={() => setAsideOpen(false)}
            />
          ) : undefined
        }
        toolbar={
          isAsideOpen ? undefined : (
            <ToolButton label={t('system.user.departmentShow')} icon={<Icon name="tree" />} onClick={() => setAsideOpen(true)} />
          )
        }
        importDialog={(onClose) => (
          <ImportDialog
            of={users}
            hint={t(hasExtension('importPreview') ? 'system.user.importHint' : 'system.user.importHint.plain')}
            option={{ name: 'updateSupport', label: t('system.user.updateSupport'), hint: t('system.user.updateSupport.hint') }}
            onClose={onClose}
          />
        )}
        cells={{
          userName: (name) => <span className="mono-text">{name}</span>,
          status: (_, user) => <StatusSwitch user={user} />,
          dept: (department) => (department && displayName('deptName', department.deptName)) ?? <span className="text-muted">—</span>,
          roles: (userRoles) =>
            userRoles.length > 0 ? (
              userRoles.map(({ roleName }) => displayName('roleName', roleName)).join(t('kit.joint'))
            ) : (
              <span className="text-muted">{t('system.user.roleIds.none')}</span>
            ),
        }}
        filterControls={{
          phonenumber: <ClearableInput inputMode="tel" />,
          ...(!hasExtension('userRoles') && { nickName: false }),
          // its choices need the permission to read
          roleId: canRead && <Select options={roles} allowClear showSearch={{ optionFilterProp: 'label' }} />,
        }}
        filterText={{ deptId: deptName, roleId: (id) => roles.find(({ value }) => value === id)?.label ?? id }}
        form={<UserFields />}
        moreActions={actionsFor}
        selectedActions={(selectedUsers, clear) => {
          const resettableUsers = selectedUsers.filter(canReset);
          return (
            <>
              <BulkStatus selectedUsers={selectedUsers} onDone={clear} />
              {resettableUsers.length > 0 && (
                <Button onClick={() => setResetting(resettableUsers)}>
                  {t('system.user.resetCount', { count: resettableUsers.length })}
                </Button>
              )}
            </>
          );
        }}
        view={(user) => (
          <UserFacts
            user={user}
            actions={actionsFor(user).map(({ key, label, onClick }) => (
              <Button key={key} size="small" onClick={onClick}>
                {label}
              </Button>
            ))}
          />
        )}
      />
      {granting && <GrantDrawer user={granting} onClose={() => setGranting(undefined)} />}
      {resetting.length > 0 && <ResetDialog targets={resetting} onClose={() => setResetting([])} />}
    </>
  );
}
