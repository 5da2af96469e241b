import { roles } from '@suyuan/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';

interface PeopleFiltersProps {
  path: string;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
  tools?: ReactNode;
}

export function PeopleFilters({ path, query: { roleId: _, ...query }, narrow, tools }: PeopleFiltersProps) {
  const t = useWords();
  return (
    <FilterBar of={{ word: roles.word, path }} query={query as ListQuery} narrow={narrow} tools={tools}>
      <Form.Item name="userName" label={t('system.role.userName')}>
        <Input allowClear />
      </Form.Item>
      <Form.Item name="phonenumber" label={t('system.role.phonenumber')}>
        <Input allowClear inputMode="tel" />
      </Form.Item>
    </FilterBar>
  );
}
