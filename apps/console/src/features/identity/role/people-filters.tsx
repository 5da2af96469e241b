import { roles } from '@suyuan/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';

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
