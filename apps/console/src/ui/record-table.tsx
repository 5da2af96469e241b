import { Checkbox, type GetRef, Pagination, Table, type TableColumnType } from 'antd';
import { cloneElement, isValidElement, type ReactNode, useEffect, useRef } from 'react';
import type { ListQuery } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { useIsNarrowScreen } from './breakpoint.ts';
import { stickyActionsColumn } from './columns.tsx';
import { CompactPagination } from './compact-pagination.tsx';
import { ClearFilters } from './filter-bar.tsx';
import { EXPAND_COLUMN_WIDTH, useFoldedColumns } from './folded-columns.ts';
import { Icon } from './icon.tsx';
import { groupDigits } from './number-format.ts';
import { keyOf, type RowKey } from './selection.tsx';
import { useSettings } from './settings.ts';
import { ErrorState, LoadingState } from './states.tsx';
import './folded-columns.css';

type Row = Record<string, unknown>;
type TableRef = GetRef<typeof Table>;

interface RecordTableProps<R extends Row> {
  rowKey: keyof R & string;
  columns: TableColumnType<R>[];
  page: { rows: R[]; total: number } | undefined;
  error: unknown;
  loading: boolean;
  onRetry: () => void;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  empty: ReactNode;
  actions?: ((record: R) => ReactNode) | undefined;
  selected?: RowKey[] | undefined;
  onSelect?: ((keys: RowKey[]) => void) | undefined;
}

export const antdSize = (size: 'default' | 'middle' | 'small') => (size === 'default' ? 'large' : size === 'middle' ? 'medium' : 'small');

/** Columns that do not fit fold into the row; below 768 pixels rows become cards. */
export function RecordTable<R extends Row>(props: RecordTableProps<R>) {
  const { rowKey, columns, page, error, loading, onRetry, query, updateQuery, empty, actions, selected, onSelect } = props;
  const t = useTranslations();
  const isNarrowScreen = useIsNarrowScreen();
  const { tableSize, tableBordered } = useSettings();
  const table = useRef<TableRef>(null);
  const { visibleColumns, foldedColumns, containerRef } = useFoldedColumns(columns, query.orderBy);
  useEffect(() => {
    // antd's measuring row repeats the headers: removes the copies from the tab order
    table.current?.nativeElement.querySelector('.ant-table-measure-row')?.toggleAttribute('inert', true);
  });
  if (error && !page)
    return (
      <ErrorState error={error} onRetry={onRetry}>
        <ClearFilters query={query} updateQuery={updateQuery} />
      </ErrorState>
    );
  if (!page) return <LoadingState />;
  const { rows, total } = page;
  if (rows.length === 0) return <>{empty}</>;

  const sortableColumns = visibleColumns.map((column) => ({
    ...column,
    ...(column.sorter && {
      sortOrder: column.key === query.orderBy ? (query.descending ? ('descend' as const) : ('ascend' as const)) : null,
    }),
  }));
  const paging = { current: Number(query.page ?? 1), pageSize: Number(query.pageSize ?? 10), total };
  const pagination = isNarrowScreen ? (
    <CompactPagination {...paging} onPageChange={(page) => updateQuery({ page })} />
  ) : (
    <Pagination
      {...paging}
      showSizeChanger
      pageSizeOptions={[10, 20, 50, 100]}
      showTotal={(all) => t('kit.total', { total: all })}
      itemRender={(to, kind, link) => (kind === 'page' && isValidElement(link) ? cloneElement(link, undefined, groupDigits(to)) : link)}
      onChange={(to, pageSize) => updateQuery({ page: to, pageSize: pageSize === 10 ? undefined : pageSize })}
      className="list-pages"
    />
  );
  if (isNarrowScreen) {
    return (
      <>
        <ul className={loading ? 'record-cards record-cards-stale' : 'record-cards'}>
          {rows.map((row, index) => (
            <RecordCard key={String(row[rowKey])} row={row} index={index} columns={columns} actions={actions?.(row)}>
              {onSelect && (
                <Checkbox
                  aria-label={t('kit.selectOne', { name: String(row[String(columns[0]?.dataIndex)] ?? '') })}
                  checked={selected?.includes(keyOf(row, rowKey)) ?? false}
                  onChange={({ target }) => {
                    const key = keyOf(row, rowKey);
                    onSelect(target.checked ? [...(selected ?? []), key] : (selected ?? []).filter((other) => other !== key));
                  }}
                />
              )}
            </RecordCard>
          ))}
        </ul>
        {pagination}
      </>
    );
  }
  const actionColumns = actions ? [stickyActionsColumn<R>(t, actions)] : [];
  const nameOf = (row: R) => String(row[String(columns[0]?.dataIndex)] ?? '');
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
        {...(foldedColumns.length > 0 && {
          expandable: {
            columnWidth: EXPAND_COLUMN_WIDTH,
            columnTitle: <span className="unseen">{t('kit.folded.title')}</span>,
            expandIcon: ({ expanded, onExpand, record }) => (
              <button
                type="button"
                className="tree-twig"
                aria-expanded={expanded}
                aria-label={t('kit.folded.open', { name: nameOf(record), count: foldedColumns.length })}
                data-tip={t('kit.folded.why', { count: foldedColumns.length })}
                onClick={(event) => onExpand(record, event)}
              >
                <Icon name="down" />
              </button>
            ),
            expandedRowRender: (row: R, index: number) => <FoldedFacts row={row} index={index} columns={foldedColumns} />,
          },
        })}
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

function FoldedFacts<R extends Row>({ row, index, columns }: { row: R; index: number; columns: TableColumnType<R>[] }) {
  return (
    <dl className="row-facts">
      {columns.map((column) => (
        <div key={String(column.key)}>
          <dt>{column.title as ReactNode}</dt>
          <dd>{renderCell(column, row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}

function renderCell<R extends Row>({ dataIndex, render }: TableColumnType<R>, row: R, index: number) {
  const value = row[String(dataIndex)];
  return (render ? render(value, row, index) : value) as ReactNode;
}

export function RecordCard<R extends Row>({
  row,
  index,
  columns,
  actions,
  depth = 0,
  className = '',
  children,
}: {
  row: R;
  index: number;
  columns: TableColumnType<R>[];
  actions: ReactNode;
  /** Depth in a tree; 0 is the top. */
  depth?: number;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const [name, ...facts] = columns;
  return (
    <li
      className={`record-card ${depth ? 'record-card-deep' : ''} ${className}`.trimEnd()}
      {...(depth && { style: { marginInlineStart: Math.min(depth, 4) * 16 } })}
    >
      <div className="record-card-name">
        {children}
        {name && renderCell(name, row, index)}
      </div>
      <dl>
        {facts.map((column) => (
          <div key={String(column.key)}>
            <dt>{column.title as ReactNode}</dt>
            <dd>{renderCell(column, row, index)}</dd>
          </div>
        ))}
      </dl>
      {actions && <div className="record-card-actions">{actions}</div>}
    </li>
  );
}
