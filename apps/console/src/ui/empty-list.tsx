import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from '../data/api.ts';
import { filtersOf } from '../data/list-query.ts';
import { useWords } from '../data/words.ts';
import { Nothing } from './states.tsx';

interface EmptyListProps {
  noun: string;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
  /** Filter for the parent record, e.g. a dictionary. On its own it does not count as filtering. */
  within?: string | undefined;
  /** Text of an empty list; by default that there is no record yet. */
  none?: string;
  children?: ReactNode;
}

/** Offers `children` unless filters are active. */
export function EmptyList({ noun, query, narrow, within, none, children }: EmptyListProps) {
  const t = useWords();
  const filters = filtersOf(query).filter(([name]) => name !== within);
  if (filters.length === 0) return <Nothing text={none ?? t('kit.empty', { noun })}>{children}</Nothing>;
  return (
    <Nothing text={t('kit.emptyFiltered', { noun })}>
      <ClearFilters query={Object.fromEntries(filters)} narrow={narrow} />
    </Nothing>
  );
}

export function ClearFilters({ query, narrow }: Pick<EmptyListProps, 'query' | 'narrow'>) {
  const t = useWords();
  return (
    <Button onClick={() => narrow(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}>{t('kit.clearFilters')}</Button>
  );
}
