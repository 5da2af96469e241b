import { databaseStats } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

interface ListOfProps<Row, Answer> {
  /** Path below the page's API path. */
  rest: string;
  query?: Record<string, string>;
  rows: (answer: Answer) => Row[];
  columns: TableColumnType<Row>[];
  rowKey: string | ((row: Row) => string);
  /** Poll interval in milliseconds; without it, the user reloads. */
  every?: number;
  /** Rendered above the table, from the response. */
  note?: (answer: Answer) => ReactNode;
  tools?: ReactNode;
  empty: string;
}

/** One list of this page. The server returns all rows at once, costliest first. */
export function ListOf<Row extends object, Answer>({
  rest,
  query,
  rows,
  columns,
  rowKey,
  every,
  note,
  tools,
  empty,
}: ListOfProps<Row, Answer>) {
  const t = useWords();
  const asked = useQuery({ ...getOf<Answer>(databaseStats, rest, query ?? {}), ...(every && { refetchInterval: every }) });
  if (asked.isError && asked.data === undefined) return <Failed error={asked.error} onRetry={() => void asked.refetch()} />;
  const all = asked.data === undefined ? [] : rows(asked.data);
  const listed = all.length > 0 ? all : undefined;
  return (
    <>
      <div className="druid-tools">
        <div className="druid-note">{asked.data !== undefined && note?.(asked.data)}</div>
        <div className="druid-acts">
          {tools}
          <Button loading={asked.isFetching} onClick={() => void asked.refetch()}>
            {t('monitor.druid.refresh')}
          </Button>
        </div>
      </div>
      {listed ? (
        <SubTable<Row>
          size="small"
          rowKey={rowKey}
          dataSource={listed}
          columns={columns.map((column, place) => ({ key: String(column.dataIndex ?? place), ...column }))}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        />
      ) : asked.isPending ? (
        <Waiting rows={8} />
      ) : (
        <Nothing text={empty} />
      )}
    </>
  );
}

/** Grouped integers, or one decimal place in the whole column, so that decimal points align. */
const written = (value: number, tenths: boolean) => {
  if (!tenths) return groupDigits(Math.round(value));
  const [whole = '', part] = value.toFixed(1).split('.');
  return `${groupDigits(Number(whole))}.${part}`;
};

export function numberColumn<Row extends object>(title: string, dataIndex: keyof Row & string, tenths = false): TableColumnType<Row> {
  const of = (row: Row) => (row[dataIndex] ?? 0) as number;
  return {
    title,
    dataIndex,
    align: 'right',
    sorter: (one, other) => of(one) - of(other),
    render: (value: number | null) => (value === null ? '—' : written(value, tenths)),
  };
}
