import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Button, Table, type TableColumnType } from 'antd';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { translatedText } from '../data/display-names.ts';
import { useTranslations } from '../data/i18n.ts';
import { useIsNarrowScreen } from './breakpoint.ts';
import { stickyActionsColumn } from './columns.tsx';
import { ExpandButton } from './expand-button.tsx';
import { useFoldedColumns } from './folded-columns.ts';
import { Icon } from './icon.tsx';
import { TableLoading } from './loading-shapes.tsx';
import { RecordCards, ShortCard } from './record-cards.tsx';
import { antdSize, useInertMeasureRow } from './record-table.tsx';
import { useSettings } from './settings.ts';
import { ErrorState } from './states.tsx';
import { buildTree, filterTree, flattenTree, type TreeOf } from './tree.ts';

type Row = Record<string, unknown>;

type AnyRecord = RecordOf<ResourceSpec>;

interface MatchingTreeProps {
  resource: Pick<Resource, 'key'>;
  /** Field with the parent's key. */
  parent: string;
  isMatch?: (row: AnyRecord, filters: Record<string, string>, rows: readonly AnyRecord[]) => boolean;
}

/** Rows that match the filters, with their parents; undefined while loading. Without `isMatch`, `matchingRows` decides. */
export function useMatchingTree(
  { resource: { key }, parent, isMatch }: MatchingTreeProps,
  rows: readonly AnyRecord[] | undefined,
  matchingRows: readonly AnyRecord[] | undefined,
  filters: Record<string, string>,
) {
  const t = useTranslations();
  const names = useMemo(() => ({ id: key, parentId: parent }), [key, parent]);
  const filterKey = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters are compared by their text, and texts of rows change with the language
  return useMemo(() => {
    if (!rows || !matchingRows) return undefined;
    const keys = new Set(matchingRows.map((row) => row[key]));
    const isIncluded = (row: AnyRecord) => (isMatch ? isMatch(row, filters, rows) : keys.has(row[key]));
    return buildTree<AnyRecord>(filterTree(rows, names, isIncluded), names);
  }, [rows, matchingRows, names, filterKey, t]);
}

/** Maximum number of rows of a fully expanded tree. Larger tables expand the first level only, larger card lists none. */
const EXPAND_ALL_LIMIT = { table: 200, cards: 50 };

export function useExpansion<R extends Row>(rowKey: keyof R & string, tree: readonly TreeOf<R>[] = []) {
  const allNodes = flattenTree<TreeOf<R>>(tree);
  const branches = allNodes.filter(({ node }) => node.children?.length).map(({ node }) => Number(node[rowKey]));
  const isNarrow = useIsNarrowScreen();
  const [customKeys, setExpanded] = useState<number[]>();
  const topKeys = isNarrow ? [] : tree.map((row) => Number(row[rowKey]));
  const expandedKeys = customKeys ?? (allNodes.length <= EXPAND_ALL_LIMIT[isNarrow ? 'cards' : 'table'] ? branches : topKeys);
  const expandedSet = new Set(expandedKeys);
  const isAllExpanded = branches.length > 0 && branches.every((key) => expandedSet.has(key));
  return {
    expandedKeys,
    expandedSet,
    setExpanded,
    toggle: (key: number) => setExpanded(expandedSet.has(key) ? expandedKeys.filter((other) => other !== key) : [...expandedKeys, key]),
    isAllExpanded,
    toggleAll: () => setExpanded(isAllExpanded ? [] : branches),
  };
}

type Expansion = ReturnType<typeof useExpansion>;

export function ExpandAll({ expansion: { isAllExpanded, toggleAll } }: { expansion: Expansion }) {
  const t = useTranslations();
  return (
    <Button onClick={toggleAll} aria-pressed={isAllExpanded} icon={<Icon name="tree" />}>
      {t(isAllExpanded ? 'kit.tree.closeAll' : 'kit.tree.openAll')}
    </Button>
  );
}

interface TreeTableProps<R extends Row> {
  of: Pick<Resource, 'fields'>;
  rowKey: keyof R & string;
  /** The first is indented, and links to the record's details if there are more than two columns. */
  columns: TableColumnType<R>[];
  /** Default: the text of the first column. */
  nameOf?: (record: R) => string;
  tree: TreeOf<R>[] | undefined;
  expansion: Expansion;
  error: unknown;
  loading?: boolean;
  onRetry: () => void;
  empty: ReactNode;
  actions?: (record: R) => ReactNode;
}

/** Columns that do not fit are hidden, because the record's details show everything. Below 768 pixels it shows cards. */
export function TreeTable<R extends Row>(props: TreeTableProps<R>) {
  const { of, rowKey, columns, tree, expansion, error, loading = false, onRetry, empty, actions } = props;
  const { nameOf = (row: R) => String(translatedText(row, String(columns[0]?.dataIndex)) ?? '') } = props;
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const table = useInertMeasureRow();
  const { tableSize, tableBordered } = useSettings();
  const { visibleColumns, foldedColumns, containerRef } = useFoldedColumns(columns, { expandWidth: 0 });
  if (error && !tree) return <ErrorState error={error} onRetry={onRetry} />;
  if (!tree) return <TableLoading />;
  if (tree.length === 0) return <>{empty}</>;
  if (isNarrow) {
    return (
      <RecordCards stale={loading}>
        {flattenTree<TreeOf<R>>(tree, 0, (node) => expansion.expandedSet.has(Number(node[rowKey]))).map(({ node, depth }, index) => {
          const key = Number(node[rowKey]);
          return (
            <ShortCard key={key} of={of} row={node as R} index={index} columns={columns} actions={actions?.(node)} depth={depth}>
              {node.children ? (
                <ExpandToggle name={nameOf(node)} isOpen={expansion.expandedSet.has(key)} onClick={() => expansion.toggle(key)} />
              ) : (
                noToggle
              )}
            </ShortCard>
          );
        })}
      </RecordCards>
    );
  }
  const actionColumns = actions ? [stickyActionsColumn<R>(t, actions)] : [];
  return (
    <div ref={containerRef} data-testid="tree-table">
      <Table<R>
        ref={table}
        rowKey={rowKey}
        columns={[...visibleColumns.map((column) => ({ ...column, sorter: false })), ...actionColumns]}
        dataSource={tree}
        size={antdSize(tableSize)}
        bordered={tableBordered}
        loading={{ spinning: loading, delay: 200 }}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{
          expandedRowKeys: expansion.expandedKeys,
          onExpandedRowsChange: (keys) => expansion.setExpanded(keys.map(Number)),
          indentSize: 24,
          expandIcon: ({ expanded, onExpand, expandable, record }) =>
            expandable ? <ExpandToggle name={nameOf(record)} isOpen={expanded} onClick={(event) => onExpand(record, event)} /> : noToggle,
        }}
      />
      {foldedColumns.length > 0 && <p className="m-0 py-3 text-xs text-muted">{t('kit.folded.tree', { count: foldedColumns.length })}</p>}
    </div>
  );
}

/** As wide as an `ExpandToggle`, so that names step to the right with their depth. */
const noToggle = <span className="inline-block w-7" />;

function ExpandToggle({ name, isOpen, onClick }: { name: string; isOpen: boolean; onClick: (event: MouseEvent<HTMLElement>) => void }) {
  const t = useTranslations();
  const label = t(isOpen ? 'kit.tree.close' : 'kit.tree.open', { name });
  return <ExpandButton isOpen={isOpen} className="me-1" aria-label={label} onClick={onClick} />;
}
