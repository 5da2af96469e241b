import { ADMIN_ROLE_ID, assignUsers, type RoleCandidate, roleCandidates, roleHolders, roles, unassignUsers, users } from '@suyuan/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  call,
  endpointQueryOptions,
  filterEntries,
  type ListQuery,
  recordQueryOptions,
  useListQuery,
  useLocalListQuery,
} from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FooterHint, FormDrawer } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DrawerList, ListCard } from '../../../ui/list-card.tsx';
import { PrimaryButton, ToolButton } from '../../../ui/list-tools.tsx';
import { Page, PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { SelectionBar, useSelection } from '../../../ui/selection.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

function useAssignment(roleId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ isAssigned, userIds }: { isAssigned: boolean; userIds: number[] }) =>
      call(isAssigned ? assignUsers : unassignUsers, { roleId, userIds }),
    onSuccess: async (_, { isAssigned, userIds }) => {
      await Promise.all([roles, users].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
      shellServices.notify('success', t(isAssigned ? 'system.role.assign.added' : 'system.role.assign.taken', { count: userIds.length }));
    },
  });
  return {
    assign: (userIds: number[]) =>
      change.mutateAsync({ isAssigned: true, userIds }).then(
        () => true,
        () => false, // the error is already displayed
      ),
    unassign: (userIds: number[]) => change.mutateAsync({ isAssigned: false, userIds }),
    busy: change.isPending,
  };
}

function personColumns(t: ReturnType<typeof useTranslations>): TableColumnType<RoleCandidate>[] {
  const none = <span className="text-muted">—</span>;
  const column = (
    name: 'nickName' | 'userName' | 'status' | 'dept' | 'phonenumber' | 'email' | 'createTime',
    cell: (person: RoleCandidate) => ReactNode,
  ) => ({
    ...{ key: name, dataIndex: name, title: t(users.word(name)) },
    render: (_: unknown, person: RoleCandidate) => cell(person) || none,
  });
  return [
    column('nickName', ({ nickName }) => nickName),
    column('userName', ({ userName }) => <span className="mono-text">{userName}</span>),
    column('status', ({ status }) => <CodeBadge of={users} field="status" value={status} />),
    ...(hasExtension('userRoles')
      ? [column('dept', ({ dept: department }) => department && displayName('deptName', department.deptName))]
      : []),
    column('phonenumber', ({ phonenumber }) => phonenumber),
    column('email', ({ email }) => email),
    column('createTime', ({ createTime }) => <TimeText value={createTime} />),
  ];
}

interface PeopleFiltersProps {
  path: string;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  tools?: ReactNode;
}

function PeopleFilters({ path, query: { roleId: _, ...query }, updateQuery, tools }: PeopleFiltersProps) {
  const t = useTranslations();
  return (
    <FilterBar of={{ word: roles.word, path }} query={query as ListQuery} updateQuery={updateQuery} tools={tools}>
      <Form.Item name="userName" label={t('system.role.userName')}>
        <ClearableInput />
      </Form.Item>
      <Form.Item name="phonenumber" label={t('system.role.phonenumber')}>
        <ClearableInput inputMode="tel" />
      </Form.Item>
    </FilterBar>
  );
}

interface CandidateDrawerProps {
  roleId: number;
  name: string;
  onClose: () => void;
}

function CandidateDrawer({ roleId, name, onClose }: CandidateDrawerProps) {
  const t = useTranslations();
  const [query, updateQuery] = useLocalListQuery({ roleId: String(roleId) });
  const list = useQuery({ ...endpointQueryOptions(roleCandidates, query), placeholderData: keepPreviousData });
  const selection = useSelection<RoleCandidate>('userId', list.data?.rows ?? [], '');
  const { assign, busy } = useAssignment(roleId);
  const filtered = filterEntries(query).length > 1;
  const submit = async () => {
    if (await assign(selection.records.map(({ userId }) => userId))) onClose();
  };
  const columns = personColumns(t).filter(({ key }) => key !== 'email' && key !== 'createTime');
  return (
    <FormDrawer
      size={880}
      title={t('system.role.assign.addTo', { name })}
      onClose={onClose}
      hint={<FooterHint>{t('kit.selected', { count: selection.keys.length })}</FooterHint>}
      okText={t('system.role.assign.addCount', { count: selection.keys.length })}
      busy={busy}
      disabled={selection.keys.length === 0}
      onOk={() => void submit()}
    >
      <DrawerList>
        <PeopleFilters path={`${roles.path}/candidates`} query={query} updateQuery={updateQuery} />
        <RecordTable<RoleCandidate>
          rowKey="userId"
          columns={columns}
          list={list}
          query={query}
          updateQuery={updateQuery}
          empty={<EmptyState text={t(filtered ? 'system.role.assign.noneFound' : 'system.role.assign.noCandidates')} />}
          selected={selection.keys}
          onSelect={selection.select}
        />
      </DrawerList>
    </FormDrawer>
  );
}

/** Users with the role from the URL; adds and removes users. */
export default function RoleUsersPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const roleId = /^\d{1,15}$/.test(query.roleId ?? '') ? Number(query.roleId) : 0;
  const canRead = usePermission(roles.permission('read'));
  const role = useQuery({ ...recordQueryOptions(roles, roleId), enabled: roleId > 0 && canRead });
  const list = useQuery({ ...endpointQueryOptions(roleHolders, query), placeholderData: keepPreviousData, enabled: roleId > 0 });
  const selection = useSelection<RoleCandidate>('userId', list.data?.rows ?? [], JSON.stringify(filterEntries(query)));
  const { unassign } = useAssignment(roleId);
  const [adding, setAdding] = useState(false);
  const roleName = role.data && displayName('roleName', role.data.roleName);
  const name = roleName ?? (canRead ? '…' : String(roleId || ''));
  const isFailing = role.isError && !role.data;
  useTabTitle(roleId === 0 || isFailing || !canRead ? '' : roleName);
  const canAssign = usePermission(roles.permission('edit'));
  const isReadOnly = !canAssign || (role.data?.admin ?? roleId === ADMIN_ROLE_ID);
  const filtered = filterEntries(query).length > 1;

  const confirmRemoval = (people: RoleCandidate[]) => {
    const [first] = people;
    if (!first) return;
    const personName = t('kit.aside', { what: first.nickName, more: first.userName });
    const questionKey = people.length === 1 ? 'system.role.assign.takeAsk' : 'system.role.assign.takeManyAsk';
    const title = t(hasExtension('instantRights') ? questionKey : `${questionKey}.plain`, { name: personName, count: people.length });
    void confirm({ title, okText: t('system.role.assign.take'), danger: true }, async () => {
      await unassign(people.map(({ userId }) => userId));
      selection.clear();
    });
  };
  const addButton = roleId > 0 && !isReadOnly && !isFailing && (
    <PrimaryButton icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('system.role.assign.add')}
    </PrimaryButton>
  );
  return (
    <Page>
      <PageHeader
        title={role.data ? `${name} · ${t('system.role.assign.title')}` : t('system.role.assign.title')}
        purpose={roleId > 0 && !isFailing && t('system.role.assign.purpose', { name })}
        titleExtra={roleId > 0 && <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>}
        actions={addButton}
        compact
      />
      {role.data?.status === '1' && <Alert type="warning" showIcon title={t('system.role.assign.off')} className="mb-4!" />}
      <ListCard>
        {roleId === 0 ? (
          <EmptyState text={t('system.role.assign.noRole')}>
            <RowLink to="/system/role">{t('system.role.assign.back')}</RowLink>
          </EmptyState>
        ) : isFailing ? (
          <ErrorState error={role.error} onRetry={() => void role.refetch()} />
        ) : (
          <>
            {selection.keys.length > 0 ? (
              <SelectionBar count={selection.keys.length} otherPagesCount={selection.otherPagesCount} onClear={selection.clear}>
                <Button danger onClick={() => confirmRemoval(selection.records)}>
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
            <RecordTable<RoleCandidate>
              rowKey="userId"
              columns={personColumns(t)}
              list={list}
              query={query}
              updateQuery={updateQuery}
              empty={
                <EmptyState text={t(filtered ? 'system.role.assign.noneFound' : 'system.role.assign.none')}>
                  {!filtered && addButton}
                </EmptyState>
              }
              {...(!isReadOnly && {
                actions: (person: RoleCandidate) => (
                  <LinkButton danger onClick={() => confirmRemoval([person])}>
                    {t('system.role.assign.take')}
                  </LinkButton>
                ),
                selected: selection.keys,
                onSelect: selection.select,
              })}
            />
          </>
        )}
      </ListCard>
      {adding && <CandidateDrawer roleId={roleId} name={name} onClose={() => setAdding(false)} />}
    </Page>
  );
}
