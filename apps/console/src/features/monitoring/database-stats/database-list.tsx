import { databaseStats } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

interface DatabaseListProps<Row, Result> {
  /** Path below the page's API path. */
  subPath: string;
  query?: Record<string, string>;
  rows: (answer: Result) => Row[];
  columns: TableColumnType<Row>[];
  rowKey: string | ((row: Row) => string);
  /** Poll interval in milliseconds; without it, the user reloads. */
  pollIntervalMs?: number;
  /** Rendered above the table, from the response. */
  note?: (answer: Result) => ReactNode;
  tools?: ReactNode;
  empty: string;
}

/** One list of this page. The server returns all rows at once, costliest first. */
export function DatabaseList<Row extends object, Result>({
  subPath,
  query,
  rows,
  columns,
  rowKey,
  pollIntervalMs,
  note,
  tools,
  empty,
}: DatabaseListProps<Row, Result>) {
  const t = useTranslations();
  const listQuery = useQuery({
    ...getQueryOptions<Result>(databaseStats, subPath, query ?? {}),
    ...(pollIntervalMs && { refetchInterval: pollIntervalMs }),
  });
  if (listQuery.isError && listQuery.data === undefined)
    return <ErrorState error={listQuery.error} onRetry={() => void listQuery.refetch()} />;
  const allRows = listQuery.data === undefined ? [] : rows(listQuery.data);
  const visibleRows = allRows.length > 0 ? allRows : undefined;
  return (
    <>
      <div className="druid-tools">
        <div className="druid-note">{listQuery.data !== undefined && note?.(listQuery.data)}</div>
        <div className="druid-acts">
          {tools}
          <Button loading={listQuery.isFetching} onClick={() => void listQuery.refetch()}>
            {t('monitor.druid.refresh')}
          </Button>
        </div>
      </div>
      {visibleRows ? (
        <SubTable<Row>
          size="small"
          rowKey={rowKey}
          dataSource={visibleRows}
          columns={columns.map((column, index) => ({ key: String(column.dataIndex ?? index), ...column }))}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        />
      ) : listQuery.isPending ? (
        <LoadingState rows={8} />
      ) : (
        <EmptyState text={empty} />
      )}
    </>
  );
}

/** Grouped integers, or one decimal place in the whole column, so that decimal points align. */
const formatNumber = (value: number, tenths: boolean) => {
  if (!tenths) return groupDigits(Math.round(value));
  const [whole = '', part] = value.toFixed(1).split('.');
  return `${groupDigits(Number(whole))}.${part}`;
};

export function numberColumn<Row extends object>(title: string, dataIndex: keyof Row & string, tenths = false): TableColumnType<Row> {
  const getValue = (row: Row) => (row[dataIndex] ?? 0) as number;
  return {
    title,
    dataIndex,
    align: 'right',
    sorter: (one, other) => getValue(one) - getValue(other),
    render: (value: number | null) => (value === null ? '—' : formatNumber(value, tenths)),
  };
}
