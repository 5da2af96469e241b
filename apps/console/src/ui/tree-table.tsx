import { Button, Table, type TableColumnType } from 'antd';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useWords } from '../data/words.ts';
import { fixedActions } from './columns.tsx';
import { useFoldedColumns } from './folded-columns.ts';
import { Icon } from './icon.tsx';
import { antdSize, RecordCard } from './record-table.tsx';
import { useSettings } from './settings.ts';
import { Failed, Waiting } from './states.tsx';
import { flat, type TreeOf } from './tree.ts';
import { useNarrow } from './viewport.ts';
import './folded-columns.css';
import './list.css';

type Row = Record<string, unknown>;

/** Maximum number of rows of a fully expanded tree. Larger tables expand the first level only, larger card lists none. */
const OPEN_UP_TO = { table: 200, cards: 50 };

export function useExpansion<R extends Row>(rowKey: keyof R & string, tree: readonly TreeOf<R>[] = []) {
  const all = flat<TreeOf<R>>(tree);
  const branches = all.filter(({ node }) => node.children?.length).map(({ node }) => Number(node[rowKey]));
  const narrow = useNarrow();
  const [chosen, choose] = useState<number[]>();
  const first = narrow ? [] : tree.map((row) => Number(row[rowKey]));
  const open = chosen ?? (all.length <= OPEN_UP_TO[narrow ? 'cards' : 'table'] ? branches : first);
  const opened = new Set(open);
  const openAll = branches.length > 0 && branches.every((key) => opened.has(key));
  return {
    open,
    opened,
    choose,
    toggle: (key: number) => choose(opened.has(key) ? open.filter((other) => other !== key) : [...open, key]),
    openAll,
    toggleAll: () => choose(openAll ? [] : branches),
  };
}

type Expansion = ReturnType<typeof useExpansion>;

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
  /** The first is indented, and links to the record's details if there are more than two columns. */
  columns: TableColumnType<R>[];
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
  const { rowKey, columns, tree, expansion, error, loading = false, onRetry, empty, actions } = props;
  const t = useWords();
  const narrow = useNarrow();
  const { tableSize, tableBordered } = useSettings();
  const { shown, away, placed } = useFoldedColumns(columns);
  if (error && !tree) return <Failed error={error} onRetry={onRetry} />;
  if (!tree) return <Waiting />;
  if (tree.length === 0) return <>{empty}</>;
  const nameOf = (row: TreeOf<R>) => String(row[String(columns[0]?.dataIndex)] ?? '');
  if (narrow) {
    return (
      <ul className={loading ? 'record-cards record-cards-stale' : 'record-cards'}>
        {flat<TreeOf<R>>(tree, 0, (node) => expansion.opened.has(Number(node[rowKey]))).map(({ node, depth }, index) => {
          const key = Number(node[rowKey]);
          return (
            <RecordCard key={key} row={node as R} index={index} columns={columns} actions={actions?.(node)} depth={depth}>
              {node.children && <Twig name={nameOf(node)} open={expansion.opened.has(key)} onClick={() => expansion.toggle(key)} />}
            </RecordCard>
          );
        })}
      </ul>
    );
  }
  const last = actions ? [fixedActions<R>(t, actions)] : [];
  return (
    <div ref={placed}>
      <Table<R>
        rowKey={rowKey}
        columns={[...shown.map((column) => ({ ...column, sorter: false })), ...last]}
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
              <Twig name={nameOf(record)} open={expanded} onClick={(event) => onExpand(record, event)} />
            ) : (
              <span className="tree-leaf" />
            ),
        }}
      />
      {away.length > 0 && <p className="tree-away">{t('kit.folded.tree', { count: away.length })}</p>}
    </div>
  );
}

function Twig({ name, open, onClick }: { name: string; open: boolean; onClick: (event: MouseEvent<HTMLElement>) => void }) {
  const t = useWords();
  const label = t(open ? 'kit.tree.close' : 'kit.tree.open', { name });
  return (
    <button type="button" className="tree-twig" aria-expanded={open} aria-label={label} onClick={onClick}>
      <Icon name="down" />
    </button>
  );
}
