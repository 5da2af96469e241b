import type { Resource } from '@suyuan/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Checkbox, type GetRef, Table, type TableColumnType } from 'antd';
import { cloneElement, isValidElement, type ReactNode, useEffect, useRef } from 'react';
import type { ListQuery } from '../data/api.ts';
import { translatedText } from '../data/display-names.ts';
import { useTranslations } from '../data/i18n.ts';
import { useIsNarrowScreen } from './breakpoint.ts';
import { stickyActionsColumn } from './columns.tsx';
import { CompactPagination, ListPagination } from './compact-pagination.tsx';
import { ClearFilters } from './filter-chips.tsx';
import { useFoldedColumns } from './folded-columns.ts';
import { expandableFacts } from './folded-facts.tsx';
import { TableLoading } from './loading-shapes.tsx';
import { groupDigits } from './number-format.ts';
import { RecordCard, RecordCards, ShortCard } from './record-cards.tsx';
import { keyOf, type RowKey } from './selection.tsx';
import { useSettings } from './settings.ts';
import { ErrorState } from './states.tsx';

type Row = Record<string, unknown>;
type TableRef = GetRef<typeof Table>;

interface RecordTableProps<R extends Row> {
  /** Has details of each record, so that cards on phones need three lines only. */
  of?: Pick<Resource, 'fields'>;
  rowKey: (keyof R & string) | ((record: R) => string);
  columns: TableColumnType<R>[];
  list: UseQueryResult<{ rows: R[]; total: number }>;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  empty: ReactNode;
  actions?: ((record: R) => ReactNode) | undefined;
  selected?: RowKey[] | undefined;
  onSelect?: ((keys: RowKey[]) => void) | undefined;
}

export const antdSize = (size: 'default' | 'middle' | 'small') => (size === 'default' ? 'large' : size === 'middle' ? 'medium' : 'small');

/** Ref of a table. antd's measuring row repeats the headers: removes the copies from the tab order. */
export function useInertMeasureRow() {
  const table = useRef<TableRef>(null);
  useEffect(() => {
    table.current?.nativeElement.querySelector('.ant-table-measure-row')?.toggleAttribute('inert', true);
  });
  return table;
}

/** Columns that do not fit fold into the row; below 768 pixels rows become cards. */
export function RecordTable<R extends Row>(props: RecordTableProps<R>) {
  const { of, rowKey, columns, list, query, updateQuery, empty, actions, selected, onSelect } = props;
  const { data: page, error, isPlaceholderData: loading } = list;
  const t = useTranslations();
  const isNarrowScreen = useIsNarrowScreen();
  const { tableSize, tableBordered } = useSettings();
  const keyOfRow = (row: R) => (typeof rowKey === 'function' ? rowKey(row) : keyOf(row, rowKey));
  const table = useInertMeasureRow();
  const { visibleColumns, foldedColumns, containerRef } = useFoldedColumns(columns, { orderBy: query.orderBy });
  if (error && !page)
    return (
      <ErrorState error={error} onRetry={() => void list.refetch()}>
        <ClearFilters query={query} updateQuery={updateQuery} />
      </ErrorState>
    );
  if (!page) return <TableLoading />;
  const { rows, total } = page;
  if (rows.length === 0) return <>{empty}</>;

  const sortableColumns = visibleColumns.map((column) => ({
    ...column,
    ...(column.sorter && {
      sortOrder: column.key === query.orderBy ? (query.descending ? ('descend' as const) : ('ascend' as const)) : null,
    }),
  }));
  const paging = { current: Number(query.page) || 1, pageSize: Number(query.pageSize) || 10, total };
  const pagination = isNarrowScreen ? (
    <CompactPagination {...paging} onPageChange={(page) => updateQuery({ page })} />
  ) : (
    <ListPagination
      {...paging}
      showSizeChanger
      pageSizeOptions={[10, 20, 50, 100]}
      itemRender={(to, kind, link) => (kind === 'page' && isValidElement(link) ? cloneElement(link, undefined, groupDigits(to)) : link)}
      onChange={(to, pageSize) => updateQuery({ page: to, pageSize: pageSize === 10 ? undefined : pageSize })}
    />
  );
  const nameOf = (row: R) => String(translatedText(row, String(columns[0]?.dataIndex)) ?? '');
  if (isNarrowScreen) {
    return (
      <>
        <RecordCards stale={loading}>
          {rows.map((row, index) => {
            const card = { row, index, columns, actions: actions?.(row) };
            const checkbox = onSelect && (
              <Checkbox
                aria-label={t('kit.selectOne', { name: nameOf(row) })}
                checked={selected?.includes(keyOfRow(row)) ?? false}
                onChange={({ target }) => {
                  const key = keyOfRow(row);
                  onSelect(target.checked ? [...(selected ?? []), key] : (selected ?? []).filter((other) => other !== key));
                }}
              />
            );
            return of ? (
              <ShortCard key={keyOfRow(row)} of={of} {...card}>
                {checkbox}
              </ShortCard>
            ) : (
              <RecordCard key={keyOfRow(row)} {...card}>
                {checkbox}
              </RecordCard>
            );
          })}
        </RecordCards>
        {pagination}
      </>
    );
  }
  const actionColumns = actions ? [stickyActionsColumn<R>(t, actions)] : [];
  return (
    <div ref={containerRef}>
      <Table<R>
        ref={table}
        rowKey={rowKey}
        columns={[...sortableColumns, ...actionColumns]}
        dataSource={rows}
        size={antdSize(tableSize)}
        bordered={tableBordered}
        loading={{ spinning: loading, delay: 200 }}
        pagination={false}
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        {...expandableFacts(t, foldedColumns, nameOf)}
        {...(onSelect && {
          rowSelection: {
            selectedRowKeys: selected ?? [],
            columnWidth: 44,
            preserveSelectedRowKeys: true,
            onChange: (keys: React.Key[]) => onSelect(keys as RowKey[]),
            getTitleCheckboxProps: () => ({ 'aria-label': t('kit.selectAll') }),
            getCheckboxProps: (row: R) => ({
              'aria-label': t('kit.selectOne', { name: nameOf(row) }),
            }),
          },
        })}
        onChange={(_pages, _filters, sorter, { action }) => {
          const sorting = Array.isArray(sorter) ? sorter[0] : sorter;
          if (action === 'sort')
            updateQuery({ orderBy: sorting?.order ? sorting.columnKey : undefined, descending: sorting?.order === 'descend' || undefined });
        }}
      />
      {pagination}
    </div>
  );
}
