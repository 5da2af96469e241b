import type { FieldKind, RecordOf, Resource, ResourceSpec, Translate } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { translatedText } from '../data/display-names.ts';
import { displayName, findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { isAvailable } from '../data/schema.ts';
import { CopyableText } from './copyable-text.tsx';
import { groupDigits } from './number-format.ts';
import { StateDot, StatusDot, type Tone } from './status-tones.tsx';
import { TermTooltip } from './term-tooltip.tsx';
import { TimeText } from './time-format.tsx';
import { UserName } from './user-name.tsx';

export { StatusDot };

/** In a list not truncated, and aligned with the filters and the pager. */
const actionsCell = 'actions-cell in-[.card]:whitespace-nowrap in-data-list:max-w-none! in-data-list:overflow-visible! in-data-list:pe-4!';

export const actionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  key: 'actions',
  title: t('kit.actions'),
  className: actionsCell,
  // minimal width, so that data columns get the rest
  width: 1,
  render: (_, row) => render(row),
});

/** Actions in a table cell. In a list their menus are aligned across rows. */
export const RowActionGroup = ({ children }: { children: ReactNode }) => (
  <span
    data-testid="row-actions"
    className="inline-flex items-center gap-3 in-data-list:flex in-data-list:[&>.ant-dropdown-trigger]:ms-auto!"
  >
    {children}
  </span>
);

/** Stays visible while a wide table scrolls. */
export const stickyActionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  ...actionsColumn<R>(t, (row) => <RowActionGroup>{render(row)}</RowActionGroup>),
  fixed: 'end',
});

/** A field with a translation `.term` has an explanation. */
export function FieldTitle({ of, name }: { of: Pick<Resource, 'word'>; name: string }) {
  const t = useTranslations();
  const term = findTranslationKey(of.word(`${name}.term`));
  return term ? <TermTooltip explanation={t(term)}>{t(of.word(name))}</TermTooltip> : t(of.word(name));
}

/** `tone` overrides the usual colour. */
export function CodeBadge({
  of,
  field,
  value,
  tone,
}: {
  of: { word(field: string): string };
  field: string;
  value: string | number;
  tone?: Tone;
}) {
  const t = useTranslations();
  return (
    <span data-state="">
      <StateDot value={String(value)} tone={tone}>
        {translateValue(t, of.word(`${field}.${value}`), String(value))}
      </StateDot>
    </span>
  );
}

function ChoiceLabel({ of, field, value }: { of: { word(field: string): string }; field: string; value: string }) {
  const t = useTranslations();
  return translateValue(t, of.word(`${field}.${value}`), value);
}

function YesNo({ value }: { value: boolean }) {
  const t = useTranslations();
  return t(value ? 'kit.yes' : 'kit.no');
}

const NO_VALUE = <span className="text-muted">—</span>;

type Names = Pick<Resource, 'word' | 'fields'>;
type Cell = (of: Names, name: string, value: never) => ReactNode;

const codeCell: Cell = (_of, _name, value: string) => <CopyableText>{value}</CopyableText>;

/** Other kinds show the value itself. */
const kindCells: Partial<Record<FieldKind, Cell>> = {
  code: codeCell,
  region: codeCell,
  // RuoYi servers send some numbers as text
  number: (_of, _name, value: number | string) => (typeof value === 'number' ? groupDigits(value) : value),
  time: (_of, _name, value: string) => <TimeText value={value} />,
  flag: (of, name, value: string) => <CodeBadge of={of} field={name} value={value} />,
  choice: (of, name, value: string) => <ChoiceLabel of={of} field={name} value={value} />,
  boolean: (_of, _name, value: boolean) => <YesNo value={value} />,
};

/** A value as the kind of its field shows it, in lists and details. */
export function renderValue(of: Names, name: string, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  // fields such as `createBy` hold login names
  if (/[a-z]By$/.test(name)) return <UserName login={String(value)} />;
  const kind = of.fields[name]?.kind;
  // The cast: a value has the type of its kind.
  const cell = kind && (kindCells[kind] as ((of: Names, name: string, value: unknown) => ReactNode) | undefined);
  return cell ? cell(of, name, value) : displayName(name, String(value));
}

/** Numbers are right-aligned. `render` replaces the cell of the field's kind. */
export function columnOf<S extends ResourceSpec, Name extends keyof RecordOf<S> & string>(
  resource: Resource<S>,
  name: Name,
  render?: (value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode,
): TableColumnType<RecordOf<S>> {
  return {
    key: name,
    dataIndex: name,
    title: <FieldTitle of={resource} name={name} />,
    render: render ?? ((_, record) => renderValue(resource, name, translatedText(record, name))),
    ...(resource.sortable.includes(name) && { sorter: true }),
    ...(resource.fields[name]?.kind === 'number' && { align: 'right' as const, className: 'tabular-nums' }),
  };
}

/** Values of fields in lists and details, in place of those of their kinds, or further properties of the column. False: no column. */
export type Cells<S extends ResourceSpec> = {
  readonly [Name in keyof RecordOf<S>]?:
    | false
    | ((value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode)
    | (Omit<TableColumnType<RecordOf<S>>, 'render'> & { render?: (value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode });
};

type Render = (value: unknown, record: unknown) => ReactNode;
interface OwnColumn {
  key?: string;
  render?: Render;
}

/** The cell of a field and further properties of its column. The cast: the name is not known as a literal. */
export function ownColumn<S extends ResourceSpec>(cells: Cells<S>, name: string): OwnColumn {
  const own = (cells as Record<string, false | Render | OwnColumn | undefined>)[name];
  return typeof own === 'function' ? { render: own } : own || {};
}

/** Columns of a resource's list, by its declaration. */
export function columnsOf<S extends ResourceSpec>(of: Resource<S>, cells: Cells<S> = {}): TableColumnType<RecordOf<S>>[] {
  const names = of.columns as readonly (keyof RecordOf<S> & string)[];
  return names
    .filter((name) => isAvailable(of, name) && cells[name] !== false)
    .map((name) => {
      const { render, ...column } = ownColumn(cells, name);
      // a number that is read as a time is aligned as a time, header included
      return { ...columnOf(of, name, render), ...column, ...('align' in column && column.align !== 'right' && { className: '' }) };
    });
}
