import { roles } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { filterEntries } from '../../../data/list-query.ts';
import { useTranslations } from '../../../data/words.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useSelection } from '../../../ui/use-selection.ts';
import { type Person, peopleQueryOptions } from './asks.ts';
import { PeopleFilters } from './people-filters.tsx';
import { personColumns } from './person-columns.tsx';
import { useAssignment } from './use-assignment.ts';

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
