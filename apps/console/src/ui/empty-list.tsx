import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ListQuery } from '../data/api.ts';
import { filtersOf } from '../data/list-query.ts';
import { useWords } from '../data/words.ts';
import { Nothing } from './states.tsx';

interface EmptyListProps {
  /** As people call several of what is listed. */
  noun: string;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
  /** The filter that says whose rows these are, as a dictionary's: by it alone, a list is empty and not narrowed. */
  within?: string | undefined;
  /** What is said where there is nothing at all; absent: that there is none yet. */
  none?: string;
  /** What fills the list, where somebody may. */
  children?: ReactNode;
}

/** A list without rows: where filters leave none, the way back to all of them; else what fills it. */
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

/** The way back from what leaves nothing or is refused: takes all that `query` names out of the address. */
export function ClearFilters({ query, narrow }: Pick<EmptyListProps, 'query' | 'narrow'>) {
  const t = useWords();
  return (
    <Button onClick={() => narrow(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}>{t('kit.clearFilters')}</Button>
  );
}
