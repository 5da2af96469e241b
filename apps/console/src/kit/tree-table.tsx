import { Button, Table, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { antdSize, RecordCard } from './record-table.tsx';
import { useSettings } from './settings.ts';
import { Failed, Waiting } from './states.tsx';
import { flat, type TreeOf } from './tree.ts';
import { useNarrow } from './viewport.ts';
import { useWords } from './words.ts';
import './list.css';

type Row = Record<string, unknown>;

/** Above this many rows a tree opens with its first level only. */
const OPEN_UP_TO = 200;

/** Which branches of a tree are open. */
export function useExpansion<R extends Row>(rowKey: keyof R & string, tree: readonly TreeOf<R>[] = []) {
  const all = flat<TreeOf<R>>(tree);
  const branches = all.filter(({ node }) => node.children?.length).map(({ node }) => Number(node[rowKey]));
  const [chosen, choose] = useState<number[]>();
  const open = chosen ?? (all.length <= OPEN_UP_TO ? branches : tree.map((row) => Number(row[rowKey])));
  const openAll = branches.length > 0 && branches.every((key) => open.includes(key));
  return { open, choose, openAll, toggleAll: () => choose(openAll ? [] : branches) };
}

type Expansion = ReturnType<typeof useExpansion>;

/** Opens every branch of a tree, or closes them all. */
export function ExpandAll({ expansion: { openAll, toggleAll } }: { expansion: Expansion }) {
  const t = useWords();
  return (
    <Button onClick={toggleAll} aria-pressed={openAll} icon={<Icon name="tree" />}>
      {t(openAll ? 'kit.tree.closeAll' : 'kit.tree.openAll')}
    </Button>
  );
}

interface TreeTableProps<R extends Row> {
  rowKey: keyof R & string;
  /** The first is indented. */
  columns: TableColumnType<R>[];
  tree: TreeOf<R>[] | undefined;
  expansion: Expansion;
  error: unknown;
  loading?: boolean;
  onRetry: () => void;
  /** Shown where there are no rows. */
  empty: ReactNode;
  actions?: (record: R) => ReactNode;
}

/** Rows that stand below each other: a table with branches to open, below 768 pixels indented cards. */
export function TreeTable<R extends Row>(props: TreeTableProps<R>) {
  const { rowKey, columns, tree, expansion, error, loading = false, onRetry, empty, actions } = props;
  const t = useWords();
  const narrow = useNarrow();
  const { tableSize, tableBordered } = useSettings();
  if (error && !tree) return <Failed error={error} onRetry={onRetry} />;
  if (!tree) return <Waiting />;
  if (tree.length === 0) return <>{empty}</>;
  if (narrow) {
    return (
      <ul className={loading ? 'record-cards record-cards-stale' : 'record-cards'}>
        {flat<TreeOf<R>>(tree).map(({ node, depth }, index) => (
          <RecordCard key={String(node[rowKey])} row={node as R} index={index} columns={columns} actions={actions?.(node)} depth={depth} />
        ))}
      </ul>
    );
  }
  const last: TableColumnType<R>[] = actions
    ? [
        {
          key: 'actions',
          title: t('kit.actions'),
          fixed: 'end',
          className: 'cell-actions',
          render: (_, record) => <span className="row-actions">{actions(record)}</span>,
        },
      ]
    : [];
  return (
    <Table<R>
      rowKey={rowKey}
      columns={[...columns.map((column) => ({ ...column, sorter: false })), ...last]}
      dataSource={tree}
      size={antdSize(tableSize)}
      bordered={tableBordered}
      loading={{ spinning: loading, delay: 200 }}
      pagination={false}
      scroll={{ x: 'max-content' }}
      className="tree-table"
      expandable={{
        expandedRowKeys: expansion.open,
        onExpandedRowsChange: (keys) => expansion.choose(keys.map(Number)),
        indentSize: 24,
        expandIcon: ({ expanded, onExpand, expandable, record }) =>
          expandable ? (
            <button
              type="button"
              className="tree-twig"
              aria-expanded={expanded}
              aria-label={t(expanded ? 'kit.tree.close' : 'kit.tree.open', { name: String(record[String(columns[0]?.dataIndex)] ?? '') })}
              onClick={(event) => onExpand(record, event)}
            >
              <Icon name="down" />
            </button>
          ) : (
            <span className="tree-leaf" />
          ),
      }}
    />
  );
}
