import type { RecordOf, Resource, ResourceSpec, Translate } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { isNumber } from '../data/schema.ts';
import { useWords, valueWord, wordOr } from '../data/words.ts';
import { Dot } from './dot.tsx';
import { How } from './how.tsx';
import { Mono } from './mono.tsx';
import { groupDigits } from './numbers.ts';
import { TimeText } from './times.tsx';
import { type Tone, toneOf } from './tones.ts';

export { Dot };

/** The last column of a table: what may be done to a row, or where it leads. */
export const actionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  key: 'actions',
  title: t('kit.actions'),
  className: 'cell-actions',
  // as wide as its acts: what is left over belongs to what people read
  width: 1,
  render: (_, row) => render(row),
});

/** The same where the table is wider than its place: it stays in sight. */
export const fixedActions = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  ...actionsColumn<R>(t, (row) => <span className="row-actions">{render(row)}</span>),
  fixed: 'end',
});

/** The title of a resource's field; a term of the trade is explained behind it: its words have a `.term`. */
export function FieldTitle({ of, name }: { of: Pick<Resource, 'word'>; name: string }) {
  const t = useWords();
  const term = wordOr(`${of.word(name)}.term`);
  return term ? <How says={t(term)}>{t(of.word(name))}</How> : t(of.word(name));
}

/** A dot in the colour of a coded value, with its word; `tone` where the value means something else to this noun. */
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
  const t = useWords();
  return <Dot tone={tone ?? toneOf(String(value))}>{valueWord(t, `${of.word(field)}.${value}`, String(value))}</Dot>;
}

/** Names of fields that are read character by character. */
const SPELLED = /(Code|No|gtin|gln|sscc|sha256)$|^(code|target)$/;

/** The face of a field's value: monospaced where it is read character by character. */
export const faceOf = (name: string) => (SPELLED.test(name) ? 'mono-text' : undefined);

/**
 * A column that takes title, order and alignment from the contract: numbers grouped at the right, times in words where recent, codes
 * monospaced with copy. `render` shows the value otherwise.
 */
export function columnOf<S extends ResourceSpec, Name extends keyof RecordOf<S> & string>(
  resource: Resource<S>,
  name: Name,
  render?: (value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode,
): TableColumnType<RecordOf<S>> {
  // a number with words of its own is a coded value, e.g. 0 done, 1 failed
  const number = isNumber(resource, name) && !wordOr(`${resource.word(name)}.0`);
  return {
    key: name,
    dataIndex: name,
    title: <FieldTitle of={resource} name={name} />,
    render: render ?? ((value: unknown) => cellOf(name, value, number)),
    ...(resource.sortable.includes(name) && { sorter: true }),
    ...(number && { align: 'right' as const, className: 'numeral' }),
  };
}

/** A value as a cell shows it, by the name and kind of its field. */
export function cellOf(name: string, value: unknown, number: boolean): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="none">—</span>;
  if (number && typeof value === 'number') return groupDigits(value);
  if (name.endsWith('Time')) return <TimeText value={String(value)} />;
  if (SPELLED.test(name)) return <Mono>{String(value)}</Mono>;
  return String(value);
}
