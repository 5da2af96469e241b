import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from './api.ts';
import { filtersOf } from './list-query.ts';
import { Nothing } from './states.tsx';
import { useWords } from './words.ts';

interface EmptyListProps {
  /** As people call what is listed. */
  noun: string;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
  /** What is said where there is nothing at all; absent: that there is none yet. */
  none?: string;
  /** What fills the list, where somebody may. */
  children?: ReactNode;
}

/** A list without rows: where filters leave none, the way back to all of them; else what fills it. */
export function EmptyList({ noun, query, narrow, none, children }: EmptyListProps) {
  const t = useWords();
  const filters = filtersOf(query).map(([name]) => [name, undefined]);
  if (filters.length === 0) return <Nothing text={none ?? t('kit.empty', { noun })}>{children}</Nothing>;
  return (
    <Nothing text={t('kit.emptyFiltered', { noun })}>
      <Button onClick={() => narrow(Object.fromEntries(filters))}>{t('kit.clearFilters')}</Button>
    </Nothing>
  );
}
