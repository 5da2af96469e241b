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

export const actionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  key: 'actions',
  title: t('kit.actions'),
  className: 'cell-actions',
  // minimal width, so that data columns get the rest
  width: 1,
  render: (_, row) => render(row),
});

/** Stays visible while a wide table scrolls. */
export const fixedActions = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  ...actionsColumn<R>(t, (row) => <span className="row-actions">{render(row)}</span>),
  fixed: 'end',
});

/** A field with a translation `.term` has an explanation. */
export function FieldTitle({ of, name }: { of: Pick<Resource, 'word'>; name: string }) {
  const t = useWords();
  const term = wordOr(of.word(`${name}.term`));
  return term ? <How says={t(term)}>{t(of.word(name))}</How> : t(of.word(name));
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
  const t = useWords();
  return <Dot tone={tone ?? toneOf(String(value))}>{valueWord(t, of.word(`${field}.${value}`), String(value))}</Dot>;
}

const SPELLED = /(Code|No|gtin|gln|sscc|sha256)$|^(code|target)$/;

/** CSS class of a field's value: identifiers are monospaced. */
export const faceOf = (name: string) => (SPELLED.test(name) ? 'mono-text' : undefined);

/** Numbers are grouped and right-aligned, recent times relative, identifiers monospaced with a copy button. `render` overrides the cell. */
export function columnOf<S extends ResourceSpec, Name extends keyof RecordOf<S> & string>(
  resource: Resource<S>,
  name: Name,
  render?: (value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode,
): TableColumnType<RecordOf<S>> {
  // a number with translations is a coded value, e.g. 0 done, 1 failed
  const number = isNumber(resource, name) && !wordOr(resource.word(`${name}.0`));
  return {
    key: name,
    dataIndex: name,
    title: <FieldTitle of={resource} name={name} />,
    render: render ?? ((value: unknown) => cellOf(name, value, number)),
    ...(resource.sortable.includes(name) && { sorter: true }),
    ...(number && { align: 'right' as const, className: 'numeral' }),
  };
}

export function cellOf(name: string, value: unknown, number: boolean): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="none">—</span>;
  if (number && typeof value === 'number') return groupDigits(value);
  if (name.endsWith('Time')) return <TimeText value={String(value)} />;
  if (SPELLED.test(name)) return <Mono>{String(value)}</Mono>;
  return String(value);
}
