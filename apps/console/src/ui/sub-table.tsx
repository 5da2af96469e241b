import { Table, type TableColumnType, type TableProps } from 'antd';
import { useState } from 'react';
import { RecordCard } from './record-table.tsx';
import { SimplePages } from './simple-pages.tsx';
import { useNarrow } from './viewport.ts';

type Row = Record<string, unknown>;

export function SubTable<R extends object>(props: TableProps<R>) {
  const narrow = useNarrow();
  if (narrow) return <Cards {...props} />;
  // the actions column stays visible while the table scrolls
  const columns = (props.columns ?? []).map((column) => (column.key === 'actions' ? { ...column, fixed: 'end' as const } : column));
  return <Table<R> size="medium" pagination={false} scroll={{ x: 'max-content' }} {...props} columns={columns} />;
}

function Cards<R extends object>({ columns = [], dataSource = [], rowKey, pagination, rowClassName }: TableProps<R>) {
  const [turned, turn] = useState(1);
  const most = (typeof pagination === 'object' && pagination.pageSize) || dataSource.length;
  // the last page may have lost its last row
  const page = Math.min(turned, Math.ceil(dataSource.length / most) || 1);
  // The cast: a card reads its cells by column name for any row type.
  const [rows, all] = [dataSource.slice((page - 1) * most, page * most) as readonly Row[], columns as TableColumnType<Row>[]];
  const acts = all.find(({ key }) => key === 'actions');
  const facts = all.filter(({ key }) => key !== 'actions');
  return (
    <>
      <ul className="record-cards sub-cards">
        {rows.map((row, index) => (
          <RecordCard
            key={typeof rowKey === 'function' ? rowKey(row as R) : String(row[String(rowKey)])}
            row={row}
            index={index}
            className={typeof rowClassName === 'function' ? rowClassName(row as R, index, 0) : rowClassName}
            columns={facts}
            actions={acts?.render?.(undefined, row, index) as React.ReactNode}
          />
        ))}
      </ul>
      {dataSource.length > most && <SimplePages current={page} pageSize={most} total={dataSource.length} onTurn={turn} />}
    </>
  );
}
