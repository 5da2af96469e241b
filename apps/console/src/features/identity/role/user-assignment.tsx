import { roles, users } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, Input, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { filterEntries, type ListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { useSelection } from '../../../ui/selection.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { type Person, peopleQueryOptions } from './role-queries.ts';

export function useAssignment(roleId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ call, userIds }: { call: 'selectAll' | 'cancelAll'; userIds: number[] }) =>
      request('PUT', `${roles.path}/authUser/${call}?${new URLSearchParams({ roleId: String(roleId), userIds: userIds.join() })}`),
    onSuccess: async (_, { call, userIds }) => {
      await Promise.all([roles, users].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
      shellServices.notify(
        'success',
        t(call === 'selectAll' ? 'system.role.assign.added' : 'system.role.assign.taken', { count: userIds.length }),
      );
    },
  });
  const run = (call: 'selectAll' | 'cancelAll', userIds: number[]) =>
    change.mutateAsync({ call, userIds }).then(
      () => true,
      () => false, // the error is already displayed
    );
  return {
    assign: (userIds: number[]) => run('selectAll', userIds),
    unassign: (userIds: number[]) => run('cancelAll', userIds),
    busy: change.isPending,
  };
}

export function personColumns(t: ReturnType<typeof useTranslations>): TableColumnType<Person>[] {
  const none = <span className="none">—</span>;
  const column = (
    name: 'nickName' | 'userName' | 'status' | 'dept' | 'phonenumber' | 'email' | 'createTime',
    cell: (person: Person) => ReactNode,
  ) => ({
    ...{ key: name, dataIndex: name, title: t(users.word(name)) },
    render: (_: unknown, person: Person) => cell(person) || none,
  });
  return [
    column('nickName', ({ nickName }) => nickName),
    column('userName', ({ userName }) => <span className="mono-text">{userName}</span>),
    column('status', ({ status }) => <CodeBadge of={users} field="status" value={status} />),
    ...(hasExtension('userRoles') ? [column('dept', ({ dept: department }) => department?.deptName)] : []),
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

export function PeopleFilters({ path, query: { roleId: _, ...query }, updateQuery, tools }: PeopleFiltersProps) {
  const t = useTranslations();
  return (
    <FilterBar of={{ word: roles.word, path }} query={query as ListQuery} updateQuery={updateQuery} tools={tools}>
      <Form.Item name="userName" label={t('system.role.userName')}>
        <Input allowClear />
      </Form.Item>
      <Form.Item name="phonenumber" label={t('system.role.phonenumber')}>
        <Input allowClear inputMode="tel" />
      </Form.Item>
    </FilterBar>
  );
}

interface CandidateDrawerProps {
  roleId: number;
  name: string;
  onClose: () => void;
}

export function CandidateDrawer({ roleId, name, onClose }: CandidateDrawerProps) {
  const t = useTranslations();
  const [query, setQuery] = useState<ListQuery>({ roleId: String(roleId) });
  const list = useQuery(peopleQueryOptions('unallocatedList', query));
  const selection = useSelection<Person>('userId', list.data?.rows ?? [], '');
  const { assign, busy } = useAssignment(roleId);
  const updateQuery = (changes: Record<string, unknown>) => {
    const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
    setQuery(Object.fromEntries(Object.entries(next).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))));
  };
  const filtered = filterEntries(query).length > 1;
  const submit = async () => {
    if (await assign(selection.records.map(({ userId }) => userId))) onClose();
  };
  const columns = personColumns(t).filter(({ key }) => key !== 'email' && key !== 'createTime');
  return (
    <Drawer
      open
      size={880}
      title={t('system.role.assign.addTo', { name })}
      onClose={onClose}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('kit.selected', { count: selection.keys.length })}</span>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={selection.keys.length === 0} loading={busy} onClick={() => void submit()}>
            {t('system.role.assign.addCount', { count: selection.keys.length })}
          </Button>
        </div>
      }
    >
      <div className="list-card list-in-drawer">
        <PeopleFilters path={`${roles.path}/candidates`} query={query} updateQuery={updateQuery} />
        <RecordTable<Person>
          rowKey="userId"
          columns={columns}
          page={list.data}
          error={list.error}
          loading={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          query={query}
          updateQuery={updateQuery}
          empty={<EmptyState text={t(filtered ? 'system.role.assign.noneFound' : 'system.role.assign.noCandidates')} />}
          selected={selection.keys}
          onSelect={selection.select}
        />
      </div>
    </Drawer>
  );
}
