import { roles } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { filterEntries, recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { SelectionBar, useSelection } from '../../../ui/selection.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { type Person, peopleQueryOptions } from './role-queries.ts';
import { CandidateDrawer, PeopleFilters, personColumns, useAssignment } from './user-assignment.tsx';
import './role.css';

/** Users with the role from the URL; adds and removes users. */
export default function RoleUsersPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const roleId = /^\d{1,15}$/.test(query.roleId ?? '') ? Number(query.roleId) : 0;
  const canRead = usePermission(roles.permission('read'));
  const role = useQuery({ ...recordQueryOptions(roles, roleId), enabled: roleId > 0 && canRead });
  const list = useQuery({ ...peopleQueryOptions('allocatedList', query), enabled: roleId > 0 });
  const selection = useSelection<Person>('userId', list.data?.rows ?? [], JSON.stringify(filterEntries(query)));
  const { unassign, busy } = useAssignment(roleId);
  const [adding, setAdding] = useState(false);
  const name = role.data?.roleName ?? (canRead ? '…' : String(roleId || ''));
  useTabTitle(role.data?.roleName);
  const canAssign = usePermission(roles.permission('edit'));
  const isReadOnly = !canAssign || (role.data?.admin ?? roleId === 1);
  const filtered = filterEntries(query).length > 1;

  const confirmRemoval = async (people: Person[]) => {
    const [first] = people;
    if (!first) return;
    const personName = t('kit.aside', { what: first.nickName, more: first.userName });
    const questionKey = people.length === 1 ? 'system.role.assign.takeAsk' : 'system.role.assign.takeManyAsk';
    const title = t(hasExtension('instantRights') ? questionKey : `${questionKey}.plain`, { name: personName, count: people.length });
    if (!(await confirm({ title, okText: t('system.role.assign.take'), danger: true }))) return;
    if (await unassign(people.map(({ userId }) => userId))) selection.clear();
  };
  const addButton = roleId > 0 && !isReadOnly && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('system.role.assign.add')}
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t('system.role.assign.title')}
        purpose={roleId > 0 && t('system.role.assign.purpose', { name })}
        titleExtra={roleId > 0 && <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>}
        actions={addButton}
      />
      {role.data?.status === '1' && <Alert type="warning" showIcon title={t('system.role.assign.off')} className="role-off" />}
      <section className="card list-card">
        {roleId === 0 ? (
          <EmptyState text={t('system.role.assign.noRole')}>
            <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>
          </EmptyState>
        ) : role.error && !role.data ? (
          <ErrorState error={role.error} onRetry={() => void role.refetch()} />
        ) : (
          <>
            {selection.keys.length > 0 ? (
              <SelectionBar count={selection.keys.length} otherPagesCount={selection.otherPagesCount} onClear={selection.clear}>
                <Button danger loading={busy} onClick={() => void confirmRemoval(selection.records)}>
                  {t('system.role.assign.takeCount', { count: selection.keys.length })}
                </Button>
              </SelectionBar>
            ) : (
              <PeopleFilters
                path={`${roles.path}/authUser`}
                query={query}
                updateQuery={updateQuery}
                tools={
                  <ToolButton
                    label={t('kit.refresh')}
                    icon={<Icon name="reload" />}
                    onClick={() => void list.refetch()}
                    busy={list.isRefetching}
                  />
                }
              />
            )}
            <RecordTable<Person>
              rowKey="userId"
              columns={personColumns(t)}
              page={list.data}
              error={list.error}
              loading={list.isPlaceholderData}
              onRetry={() => void list.refetch()}
              query={query}
              updateQuery={updateQuery}
              empty={
                <EmptyState text={t(filtered ? 'system.role.assign.noneFound' : 'system.role.assign.none')}>
                  {!filtered && addButton}
                </EmptyState>
              }
              {...(!isReadOnly && {
                actions: (person: Person) => (
                  <button type="button" className="row-link row-danger" onClick={() => void confirmRemoval([person])}>
                    {t('system.role.assign.take')}
                  </button>
                ),
                selected: selection.keys,
                onSelect: selection.select,
              })}
            />
          </>
        )}
      </section>
      {adding && <CandidateDrawer roleId={roleId} name={name} onClose={() => setAdding(false)} />}
    </div>
  );
}
