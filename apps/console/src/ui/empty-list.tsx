import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from '../data/api.ts';
import { filterEntries } from '../data/list-query.ts';
import { useTranslations } from '../data/words.ts';
import { EmptyState } from './states.tsx';

interface EmptyListProps {
  noun: string;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  /** Filter for the parent record, e.g. a dictionary. On its own it does not count as filtering. */
  parentFilter?: string | undefined;
  /** Text of an empty list; by default that there is no record yet. */
  emptyText?: string;
  children?: ReactNode;
}

/** Offers `children` unless filters are active. */
export function EmptyList({ noun, query, updateQuery, parentFilter, emptyText, children }: EmptyListProps) {
  const t = useTranslations();
  const filters = filterEntries(query).filter(([name]) => name !== parentFilter);
  if (filters.length === 0) return <EmptyState text={emptyText ?? t('kit.empty', { noun })}>{children}</EmptyState>;
  return (
    <EmptyState text={t('kit.emptyFiltered', { noun })}>
      <ClearFilters query={Object.fromEntries(filters)} updateQuery={updateQuery} />
    </EmptyState>
  );
}

export function ClearFilters({ query, updateQuery }: Pick<EmptyListProps, 'query' | 'updateQuery'>) {
  const t = useTranslations();
  return (
    <Button onClick={() => updateQuery(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}>
      {t('kit.clearFilters')}
    </Button>
  );
}
