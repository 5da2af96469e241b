import { Table, type TableColumnType, type TableProps } from 'antd';
import { useState } from 'react';
import { useIsNarrowScreen } from './breakpoint.ts';
import { CompactPagination } from './compact-pagination.tsx';
import { RecordCard, RecordCards } from './record-cards.tsx';
import { useInertMeasureRow } from './record-table.tsx';

type Row = Record<string, unknown>;

export function SubTable<R extends object>(props: TableProps<R>) {
  const isNarrow = useIsNarrowScreen();
  const table = useInertMeasureRow();
  if (isNarrow) return <Cards {...props} />;
  // the actions column stays visible while the table scrolls
  const columns = (props.columns ?? []).map((column) => (column.key === 'actions' ? { ...column, fixed: 'end' as const } : column));
  return <Table<R> ref={table} size="medium" pagination={false} scroll={{ x: 'max-content' }} {...props} columns={columns} />;
}

function Cards<R extends object>({ columns = [], dataSource = [], rowKey, pagination, rowClassName }: TableProps<R>) {
  const [requestedPage, setRequestedPage] = useState(1);
  const pageSize = (typeof pagination === 'object' && pagination.pageSize) || dataSource.length;
  // the last page may have lost its last row
  const page = Math.min(requestedPage, Math.ceil(dataSource.length / pageSize) || 1);
  // The cast: a card reads its cells by column name for any row type.
  const [rows, all] = [dataSource.slice((page - 1) * pageSize, page * pageSize) as readonly Row[], columns as TableColumnType<Row>[]];
  const actionsColumn = all.find(({ key }) => key === 'actions');
  const facts = all.filter(({ key }) => key !== 'actions');
  return (
    <>
      <RecordCards inset>
        {rows.map((row, index) => (
          <RecordCard
            key={typeof rowKey === 'function' ? rowKey(row as R) : String(row[String(rowKey)])}
            row={row}
            index={index}
            className={typeof rowClassName === 'function' ? rowClassName(row as R, index, 0) : rowClassName}
            columns={facts}
            inset
            actions={actionsColumn?.render?.(undefined, row, index) as React.ReactNode}
          />
        ))}
      </RecordCards>
      {dataSource.length > pageSize && (
        <CompactPagination current={page} pageSize={pageSize} total={dataSource.length} onPageChange={setRequestedPage} />
      )}
    </>
  );
}
