import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { Failed, Nothing, Waiting } from '../../ui/states.tsx';
import { type listOf, PAGE } from './own-lists.ts';

interface OwnListProps<Row> {
  label: string;
  query: ReturnType<typeof listOf<Row>>;
  row: (row: Row) => ReactNode;
  empty: string;
  /** Rendered above the rows, unless there are none. */
  head?: (rows: Row[], total: number) => ReactNode;
}

export function OwnList<Row>({ label, query, row, empty, head }: OwnListProps<Row>) {
  const [page, turn] = useState(1);
  const list = useQuery(query(page));
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={5} />;
  const { rows, total } = list.data;
  if (total === 0) return <Nothing text={empty} />;
  return (
    <>
      {head?.(rows, total)}
      <ul className="own-list" aria-label={label}>
        {rows.map(row)}
      </ul>
      {total > PAGE && (
        <Pagination
          className="own-pages"
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          onChange={turn}
          size="small"
        />
      )}
    </>
  );
}
