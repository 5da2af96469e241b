import type { RecordOf, Resource, ResourceSpec, Translate } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { isNumber } from '../data/schema.ts';
import { CopyableText } from './copyable-text.tsx';
import { groupDigits } from './number-format.ts';
import { StatusDot, type Tone, toneOfStatus } from './status-tones.tsx';
import { TermTooltip } from './term-tooltip.tsx';
import { TimeText } from './time-format.tsx';

export { StatusDot };

export const actionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  key: 'actions',
  title: t('kit.actions'),
  className: 'cell-actions',
  // minimal width, so that data columns get the rest
  width: 1,
  render: (_, row) => render(row),
});

/** Stays visible while a wide table scrolls. */
export const stickyActionsColumn = <R,>(t: Translate, render: (row: R) => ReactNode): TableColumnType<R> => ({
  ...actionsColumn<R>(t, (row) => <span className="row-actions">{render(row)}</span>),
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
  return <StatusDot tone={tone ?? toneOfStatus(String(value))}>{translateValue(t, of.word(`${field}.${value}`), String(value))}</StatusDot>;
}

const IDENTIFIER_FIELD = /(Code|No|gtin|gln|sscc|sha256)$|^(code|target)$/;

/** CSS class of a field's value: identifiers are monospaced. */
export const fontClassOf = (name: string) => (IDENTIFIER_FIELD.test(name) ? 'mono-text' : undefined);

/** Numbers are grouped and right-aligned, recent times relative, identifiers monospaced with a copy button. `render` overrides the cell. */
export function columnOf<S extends ResourceSpec, Name extends keyof RecordOf<S> & string>(
  resource: Resource<S>,
  name: Name,
  render?: (value: RecordOf<S>[Name], record: RecordOf<S>) => ReactNode,
): TableColumnType<RecordOf<S>> {
  // a number with translations is a coded value, e.g. 0 done, 1 failed
  const isNumeric = isNumber(resource, name) && !findTranslationKey(resource.word(`${name}.0`));
  return {
    key: name,
    dataIndex: name,
    title: <FieldTitle of={resource} name={name} />,
    render: render ?? ((value: unknown) => renderCell(name, value, isNumeric)),
    ...(resource.sortable.includes(name) && { sorter: true }),
    ...(isNumeric && { align: 'right' as const, className: 'numeral' }),
  };
}

export function renderCell(name: string, value: unknown, isNumeric: boolean): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="none">—</span>;
  if (isNumeric && typeof value === 'number') return groupDigits(value);
  if (name.endsWith('Time')) return <TimeText value={String(value)} />;
  if (IDENTIFIER_FIELD.test(name)) return <CopyableText>{String(value)}</CopyableText>;
  return String(value);
}
