import { roles } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { readOf } from '../../../data/api.ts';
import { filtersOf, useListQuery } from '../../../data/list-query.ts';
import { usePermission } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { Failed, Nothing } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import { type Person, peopleOf } from './asks.ts';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { personColumns } from './person-columns.tsx';
import { useAssignment } from './use-assignment.ts';
import './role.css';

/** Users with the role from the URL; adds and removes users. */
export default function AuthUserPage() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  const roleId = /^\d{1,15}$/.test(query.roleId ?? '') ? Number(query.roleId) : 0;
  const mayRead = usePermission(roles.permission('read'));
  const role = useQuery({ ...readOf(roles, roleId), enabled: roleId > 0 && mayRead });
  const list = useQuery({ ...peopleOf('allocatedList', query), enabled: roleId > 0 });
  const selection = useSelection<Person>('userId', list.data?.rows ?? [], JSON.stringify(filtersOf(query)));
  const { take, busy } = useAssignment(roleId);
  const [adding, setAdding] = useState(false);
  const name = role.data?.roleName ?? (mayRead ? '…' : String(roleId || ''));
  useTabTitle(role.data?.roleName);
  const mayAssign = usePermission(roles.permission('edit'));
  const fixed = !mayAssign || (role.data?.admin ?? roleId === 1);
  const filtered = filtersOf(query).length > 1;

  const ask = async (people: Person[]) => {
    const [first] = people;
    if (!first) return;
    const who = t('kit.aside', { what: first.nickName, more: first.userName });
    const word = people.length === 1 ? 'system.role.assign.takeAsk' : 'system.role.assign.takeManyAsk';
    const title = t(has('instantRights') ? word : `${word}.plain`, { name: who, count: people.length });
    if (!(await confirm({ title, okText: t('system.role.assign.take'), danger: true }))) return;
    if (await take(people.map(({ userId }) => userId))) selection.clear();
  };
  const addButton = roleId > 0 && !fixed && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('system.role.assign.add')}
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t('system.role.assign.title')}
        purpose={roleId > 0 && t('system.role.assign.purpose', { name })}
        beside={roleId > 0 && <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>}
        actions={addButton}
      />
      {role.data?.status === '1' && <Alert type="warning" showIcon title={t('system.role.assign.off')} className="role-off" />}
      <section className="card list-card">
        {roleId === 0 ? (
          <Nothing text={t('system.role.assign.noRole')}>
            <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>
          </Nothing>
        ) : role.error && !role.data ? (
          <Failed error={role.error} onRetry={() => void role.refetch()} />
        ) : (
          <>
            {selection.keys.length > 0 ? (
              <SelectionBar count={selection.keys.length} elsewhere={selection.elsewhere} onClear={selection.clear}>
                <Button danger loading={busy} onClick={() => void ask(selection.records)}>
                  {t('system.role.assign.takeCount', { count: selection.keys.length })}
                </Button>
              </SelectionBar>
            ) : (
              <PeopleFilters
                path={`${roles.path}/authUser`}
                query={query}
                narrow={narrow}
                tools={
                  <Tool
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
              narrow={narrow}
              empty={
                <Nothing text={t(filtered ? 'system.role.assign.noneFound' : 'system.role.assign.none')}>{!filtered && addButton}</Nothing>
              }
              {...(!fixed && {
                actions: (person: Person) => (
                  <button type="button" className="row-link row-danger" onClick={() => void ask([person])}>
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
