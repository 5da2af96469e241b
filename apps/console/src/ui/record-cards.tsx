import type { Resource } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { isValidElement, type ReactNode } from 'react';
import { STATE_FIELDS } from './folded-columns.ts';

type Row = Record<string, unknown>;
type Column<R> = TableColumnType<R>;
type Fields = Pick<Resource, 'fields'>;

export function renderCell<R extends object>({ dataIndex, render }: TableColumnType<R>, row: R, index: number) {
  const value = (row as Row)[String(dataIndex)];
  return (render ? render(value, row, index) : value) as ReactNode;
}

/** Cards instead of a table, from edge to edge of a list card; `inset` leaves out the space at the sides. */
export function RecordCards({ stale = false, inset = false, children }: { stale?: boolean; inset?: boolean; children: ReactNode }) {
  return (
    <ul
      data-testid={inset ? 'sub-cards' : undefined}
      className={`my-0 list-none p-0 ${inset ? 'mx-0' : '-mx-4 in-data-[list=drawer]:mx-0'} ${stale ? 'opacity-60' : ''}`}
    >
      {children}
    </ul>
  );
}

const isDash = (content: ReactNode): boolean =>
  content === '—' || (isValidElement<{ children?: ReactNode }>(content) && isDash(content.props.children));

/**
 * Whether the cell has content. Without `dataIndex` it combines several fields, and a text may stand for an empty field, such as the name of
 * the own warehouse. A cell that would repeat another one shows a dash.
 */
function hasValue<R extends Row>(column: Column<R>, row: R): boolean {
  if (column.dataIndex === undefined) return true;
  const content = renderCell(column, row, 0);
  const value = typeof content === 'string' ? content : row[String(column.dataIndex)];
  return value !== '' && value !== null && value !== undefined && !isDash(content);
}

/** A record without a page: its name, and its facts one after the other. Empty values are left out. */
export function RecordCard<R extends Row>({
  row,
  index,
  columns,
  actions,
  inset = false,
  className = '',
  children,
}: {
  row: R;
  index: number;
  columns: TableColumnType<R>[];
  actions: ReactNode;
  inset?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const [name, ...facts] = columns;
  return (
    <li className={`border-t border-line py-2.5 ${inset ? 'px-0' : 'px-4'} ${className}`}>
      <div data-testid="card-name" className="mb-0.5 flex items-center gap-2 text-base/6 wrap-anywhere">
        {children}
        {name && renderCell(name, row, index)}
      </div>
      <dl data-figures className="m-0 flex flex-wrap gap-x-4 gap-y-0.5">
        {facts
          .filter((column) => hasValue(column, row))
          .map((column) => (
            <div key={String(column.key)} className="flex min-w-0 items-baseline gap-1.5">
              <dt className="flex-none text-xs/5 text-muted">{column.title as ReactNode}</dt>
              <dd className="m-0 min-w-0 wrap-anywhere [&>.ant-progress]:w-32!">{renderCell(column, row, index)}</dd>
            </div>
          ))}
      </dl>
      {actions && (
        <div data-testid="row-actions" className="flex min-h-9 items-center gap-6 empty:hidden">
          {actions}
        </div>
      )}
    </li>
  );
}

const MAX_FACTS = 2;

const kindOf = ({ fields }: Fields, key: unknown) => fields[String(key)]?.kind;

/**
 * Columns of the three lines of a card. Empty values, and columns that only wide screens have, are left out. What has no room is in the
 * record's details.
 */
function cardLines<R extends Row>(of: Fields, [name, ...others]: readonly Column<R>[], row: R, hasActions: boolean) {
  const state = others.find(({ key }) => STATE_FIELDS.includes(String(key)));
  const isText = (column: Column<R>) => kindOf(of, column.key) !== 'json' || typeof renderCell(column, row, 0) === 'string';
  const filled = others.filter((column) => column !== state && !column.responsive && isText(column) && hasValue(column, row));
  const isDate = (column: Column<R>) => ['day', 'time'].includes(kindOf(of, column.key) ?? '');
  const [facts, dates] = [filled.filter((column) => !isDate(column)), filled.filter(isDate)];
  // two facts without a date have a line each
  const factCount = dates.length === 0 && facts.length === MAX_FACTS ? 1 : MAX_FACTS;
  const lastLine = dates.length > 0 ? dates : facts.slice(factCount);
  return { name, state, facts: facts.slice(0, factCount), lastLine: lastLine.slice(0, hasActions ? 1 : MAX_FACTS) };
}

// a tap anywhere on the card opens the record
const wholeCard = '[&_.font-medium]:after:absolute [&_.font-medium]:after:inset-0 [&_.font-medium]:after:content-[""]';
// a button in the name, such as the handle of a row, is above it
const cardName =
  '[&_button:not(.font-medium)]:relative [&_button:not(.font-medium)]:z-1 [&_button.font-medium]:line-clamp-2 [&_button.font-medium]:text-start';
const above = '[&_:is(a,button,input)]:relative [&_:is(a,button,input)]:z-1';

interface ShortCardProps<R extends Row> {
  of: Fields;
  row: R;
  index: number;
  columns: readonly Column<R>[];
  actions: ReactNode;
  /** Depth in a tree; 0 is the top. */
  depth?: number;
  /** Checkbox of the selection, or toggle of a branch or its width. */
  children?: ReactNode;
}

/** A record in three lines, for phones: name and state, two facts, dates and actions. */
export function ShortCard<R extends Row>({ of, row, index, columns, actions, depth = 0, children }: ShortCardProps<R>) {
  const { name, state, facts, lastLine } = cardLines(of, columns, row, Boolean(actions));
  const fact = (column: Column<R>) => {
    const isLabelled = column.align === 'right' || ['number', 'day', 'time'].includes(kindOf(of, column.key) ?? '');
    return (
      <div key={String(column.key)} className="flex min-w-0 items-baseline gap-1.5">
        <dt className={isLabelled ? 'flex-none text-xs/5 text-muted' : 'sr-only'}>{column.title as ReactNode}</dt>
        <dd className={`m-0 truncate [&_.mono-text]:truncate ${above}`}>{renderCell(column, row, index)}</dd>
      </div>
    );
  };
  return (
    <li
      className={`relative border-t border-line px-4 py-2.5 ${depth ? 'border-s-2' : ''}`}
      {...(depth && { style: { marginInlineStart: Math.min(depth, 4) * 16 } })}
    >
      <div className="flex items-center gap-2">
        {/* without a button it does not cover the card */}
        {children && <span className="relative has-[button,input]:z-1">{children}</span>}
        <div data-testid="card-name" className={`min-w-0 flex-1 line-clamp-2 text-base/6 wrap-anywhere ${wholeCard} ${cardName}`}>
          {name && renderCell(name, row, index)}
        </div>
        {state && <div className={`flex-none ${above}`}>{renderCell(state, row, index)}</div>}
      </div>
      {facts.length > 0 && (
        <dl data-figures className="mt-0.5 mb-0 flex gap-x-4">
          {facts.map(fact)}
        </dl>
      )}
      <div className={`flex items-center gap-4 ${lastLine.length > 0 ? 'min-h-5.5' : ''}`}>
        <dl data-figures className="m-0 flex min-w-0 flex-1 gap-4 text-xs/5 text-muted">
          {lastLine.map(fact)}
        </dl>
        {actions && (
          <div
            data-testid="row-actions"
            className="relative z-1 -my-1 flex min-h-9 flex-none items-center gap-3 empty:hidden [&_.ant-btn]:size-9! [&_.text-link]:inline-flex [&_.text-link]:min-h-9 [&_.text-link]:items-center"
          >
            {actions}
          </div>
        )}
      </div>
    </li>
  );
}
