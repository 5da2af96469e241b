import type { CallOf, Endpoint, ResultOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { useFoldedColumns } from '../../../ui/folded-columns.ts';
import { expandableFacts } from '../../../ui/folded-facts.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

interface DatabaseListProps<Row, E extends Endpoint> {
  endpoint: E;
  query: CallOf<E>;
  rows: (answer: ResultOf<E>) => Row[];
  columns: TableColumnType<Row>[];
  rowKey: string | ((row: Row) => string);
  /** Poll interval in milliseconds; without it, the user reloads. */
  pollIntervalMs?: number;
  /** Rendered above the table, from the response. */
  note?: (answer: ResultOf<E>) => ReactNode;
  tools?: ReactNode;
  empty: string;
  /** Rows have children, whose arrows exclude those of folded columns: a wide table scrolls. */
  isTree?: boolean;
}

/** One list of this page. The server returns all rows at once, costliest first. */
export function DatabaseList<Row extends object, E extends Endpoint>({
  endpoint,
  query,
  rows,
  columns,
  rowKey,
  pollIntervalMs,
  note,
  tools,
  empty,
  isTree = false,
}: DatabaseListProps<Row, E>) {
  const t = useTranslations();
  const listQuery = useQuery({
    ...endpointQueryOptions(endpoint, query),
    ...(pollIntervalMs && { refetchInterval: pollIntervalMs }),
  });
  const allRows = listQuery.data === undefined ? [] : rows(listQuery.data);
  // only pg_stat_statements counts rows and cache hits; columns of a list that changes by itself stay
  const hasValues = ({ dataIndex }: TableColumnType<Row>) =>
    pollIntervalMs !== undefined ||
    dataIndex === undefined ||
    allRows.length === 0 ||
    allRows.some((row) => row[dataIndex as keyof Row] !== null);
  const keyedColumns = columns.map((column, index) => ({ key: String(column.dataIndex ?? index), ...column })).filter(hasValues);
  const isNarrow = useIsNarrowScreen();
  const { visibleColumns, foldedColumns, containerRef } = useFoldedColumns(keyedColumns);
  const nameOf = (row: Row) => (typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey as keyof Row]));
  if (listQuery.isError && listQuery.data === undefined)
    return <ErrorState error={listQuery.error} onRetry={() => void listQuery.refetch()} />;
  const visibleRows = allRows.length > 0 ? allRows : undefined;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* wraps above a long toolbar instead of becoming a tall, narrow column */}
        <div className="flex-[1_1_min(400px,60%)] text-xs/5 text-muted">{listQuery.data !== undefined && note?.(listQuery.data)}</div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {tools}
          <Button loading={listQuery.isFetching} onClick={() => void listQuery.refetch()}>
            {t('monitor.druid.refresh')}
          </Button>
        </div>
      </div>
      {visibleRows ? (
        <div ref={isTree ? undefined : containerRef}>
          <SubTable<Row>
            size="small"
            rowKey={rowKey}
            dataSource={visibleRows}
            columns={isNarrow ? keyedColumns : visibleColumns}
            {...expandableFacts(t, foldedColumns, nameOf)}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </div>
      ) : listQuery.isPending ? (
        <LoadingState rows={8} />
      ) : (
        <EmptyState text={empty} />
      )}
    </>
  );
}

interface CellCodeProps {
  children: ReactNode;
  /** In a table 200 px wide: a percentage would let the longest line widen the column. */
  narrow?: boolean;
  /** Keeps the line breaks of the text. */
  multiline?: boolean;
}

/** Code in a cell: three lines with an ellipsis, and all of it on focus. Texts with their own lines scroll. */
export const CellCode = ({ children, narrow = false, multiline = false }: CellCodeProps) => (
  <code
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focus shows the whole text, or scrolls it
    tabIndex={0}
    className={`mono-text max-w-[min(360px,100%)] text-xs wrap-anywhere ${narrow ? '[td>&]:max-w-50' : ''} ${
      multiline ? 'block max-h-24 overflow-auto whitespace-pre-line' : 'line-clamp-3 whitespace-normal focus:line-clamp-none'
    }`}
  >
    {children}
  </code>
);

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
    className: 'tabular-nums',
    sorter: (one, other) => getValue(one) - getValue(other),
    render: (value: number | null) => (value === null ? '—' : formatNumber(value, tenths)),
  };
}
