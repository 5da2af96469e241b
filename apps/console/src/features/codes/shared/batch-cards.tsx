import { batches, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';

interface BatchCardsProps {
  /** Filters and size of the list. */
  query: Record<string, string>;
  pathOf: (batchId: number) => string;
  emptyText: string;
  /** Next step when there is no batch. */
  emptyAction?: ReactNode;
}

/** The newest batches as cards, for users who may list them. */
export function BatchCards({ query, pathOf, emptyText, emptyAction }: BatchCardsProps) {
  const newestFirst = { orderBy: 'createTime', descending: 'true', ...query };
  const list = useQuery({ ...listQueryOptions(batches, newestFirst), meta: { ownErrors: true } });
  if (!list.data) return <QueryState query={list} rows={4} />;
  if (list.data.rows.length === 0) return <EmptyState text={emptyText}>{emptyAction}</EmptyState>;
  return (
    <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-4 p-0">
      {list.data.rows.map((batch) => (
        <BatchCard key={batch.batchId} batch={batch} path={pathOf(batch.batchId)} />
      ))}
    </ul>
  );
}

function BatchCard({ batch: { batchNo, categoryName, issuedCount, state }, path }: { batch: RecordOf<typeof batches>; path: string }) {
  const t = useTranslations();
  return (
    <li className="card relative p-4 transition-[border-color] focus-within:border-primary-line hover:border-primary-line">
      <div className="flex items-baseline justify-between gap-2">
        <Link className="mono-text font-medium after:absolute after:inset-0" to={path}>
          {batchNo}
        </Link>
        <CodeBadge of={batches} field="state" value={state} />
      </div>
      <p className="m-0 truncate text-muted">{categoryName}</p>
      <p className="m-0 text-xs/5 text-muted tabular-nums">{t('manage.code.codesCount', { count: issuedCount })}</p>
    </li>
  );
}
