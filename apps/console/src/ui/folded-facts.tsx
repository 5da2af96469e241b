import type { Translate } from '@suyuan/contract';
import type { TableColumnType, TableProps } from 'antd';
import type { ReactNode } from 'react';
import { ExpandButton } from './expand-button.tsx';
import { EXPAND_COLUMN_WIDTH } from './folded-columns.ts';
import { renderCell } from './record-cards.tsx';

function FoldedFacts<R extends object>({ row, index, columns }: { row: R; index: number; columns: TableColumnType<R>[] }) {
  return (
    // a width of 0, so that it does not widen the table
    <dl className="m-0 flex w-0 min-w-full flex-wrap gap-x-8 gap-y-2 ps-8 pe-4 whitespace-normal">
      {columns.map((column) => (
        <div key={String(column.key)}>
          <dt className="text-xs/5 text-muted">{column.title as ReactNode}</dt>
          <dd className="m-0">{renderCell(column, row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Properties of a table whose rows expand to their folded columns; none if all columns fit. */
export function expandableFacts<R extends object>(
  t: Translate,
  columns: TableColumnType<R>[],
  nameOf: (row: R) => string,
): Pick<TableProps<R>, 'expandable'> {
  if (columns.length === 0) return {};
  return {
    expandable: {
      columnWidth: EXPAND_COLUMN_WIDTH,
      columnTitle: <span className="sr-only">{t('kit.folded.title')}</span>,
      expandIcon: ({ expanded, onExpand, record }) => (
        <ExpandButton
          isOpen={expanded}
          aria-label={t('kit.folded.open', { name: nameOf(record), count: columns.length })}
          data-tip={t('kit.folded.why', { count: columns.length })}
          onClick={(event) => onExpand(record, event)}
        />
      ),
      expandedRowRender: (row, index) => <FoldedFacts row={row} index={index} columns={columns} />,
    },
  };
}
