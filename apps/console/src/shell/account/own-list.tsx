import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { type listQuery, PAGE_SIZE } from './own-lists.ts';

interface AccountListProps<Row> {
  label: string;
  query: ReturnType<typeof listQuery<Row>>;
  row: (row: Row) => ReactNode;
  empty: string;
  /** Rendered above the rows, unless there are none. */
  head?: (rows: Row[], total: number) => ReactNode;
}

export function AccountList<Row>({ label, query, row, empty, head }: AccountListProps<Row>) {
  const [page, setPage] = useState(1);
  const list = useQuery(query(page));
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState rows={5} />;
  const { rows, total } = list.data;
  if (total === 0) return <EmptyState text={empty} />;
  return (
    <>
      {head?.(rows, total)}
      <ul className="own-list" aria-label={label}>
        {rows.map(row)}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination
          className="own-pages"
          current={page}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
          size="small"
        />
      )}
    </>
  );
}
