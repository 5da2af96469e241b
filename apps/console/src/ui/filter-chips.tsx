import type { Resource, Translate } from '@suyuan/contract';
import { Button, Tag } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { filterEntries, type ListQuery } from '../data/api.ts';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { EmptyState } from './states.tsx';

interface EmptyListProps {
  noun: string;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  /** Filter for the parent record, e.g. a dictionary. On its own it does not count as filtering. */
  parentFilter?: string | undefined;
  /** Text of an empty list; by default that there is no record yet. */
  emptyText?: string;
  children?: ReactNode;
}

/** Offers `children` unless filters are active. */
export function EmptyList({ noun, query, updateQuery, parentFilter, emptyText, children }: EmptyListProps) {
  const t = useTranslations();
  const filters = filterEntries(query).filter(([name]) => name !== parentFilter);
  if (filters.length === 0) return <EmptyState text={emptyText ?? t('kit.empty', { noun })}>{children}</EmptyState>;
  return (
    <EmptyState text={t('kit.emptyFiltered', { noun })}>
      <ClearFilters query={Object.fromEntries(filters)} updateQuery={updateQuery} />
    </EmptyState>
  );
}

export function ClearFilters({ query, updateQuery }: Pick<EmptyListProps, 'query' | 'updateQuery'>) {
  const t = useTranslations();
  return (
    <Button onClick={() => updateQuery(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))}>
      {t('kit.clearFilters')}
    </Button>
  );
}

/** Labels of filter values without a translation, e.g. the name behind a key. */
export type FilterText = Record<string, (value: string) => ReactNode>;

interface FilterChipsProps {
  of: Pick<Resource, 'word'>;
  active: [name: string, value: string][];
  filterText: FilterText | undefined;
  onRemove: (name: string) => void;
  onClear: () => void;
  /** Opens the input of a filter that has no visible one. */
  editOf: (name: string) => (() => void) | undefined;
}

export function FilterChips({ of, active, filterText, onRemove, onClear, editOf }: FilterChipsProps) {
  const t = useTranslations();
  if (active.length === 0) return null;
  return (
    <div data-testid="filter-tags" className="mt-2 flex flex-wrap items-center gap-2">
      {active.map(([name, value]) => {
        const text = labelledValue(t, titleOf(t, of, name), filterText?.[name]?.(value) ?? valueLabel(t, of, name, value));
        const edit = editOf(name);
        return (
          <Tag
            key={name}
            className="m-0! leading-6!"
            closable
            closeIcon={<CloseIcon title={t('kit.clearFilter')} aria-label={t('kit.clearFilter')} />}
            onClose={(event) => {
              event.preventDefault();
              onRemove(name);
            }}
          >
            {edit ? (
              <button type="button" className="cursor-pointer border-0 bg-transparent p-0 [font:inherit] text-inherit" onClick={edit}>
                {text}
              </button>
            ) : (
              text
            )}
          </Tag>
        );
      })}
      <Button type="link" size="small" onClick={onClear}>
        {t('kit.clearFilters')}
      </Button>
    </div>
  );
}

const CloseIcon = (props: ComponentProps<'span'>) => <span {...props}>×</span>;

type T = ReturnType<typeof useTranslations>;

/** Title of a filter; the translation `.filter` overrides the field's name. */
function titleOf(t: T, of: Pick<Resource, 'word'>, name: string) {
  const key = findTranslationKey(of.word(`${name}.filter`)) ?? findTranslationKey(of.word(name)) ?? findTranslationKey(`kit.${name}`);
  return key ? t(key) : name;
}

function valueLabel(t: T, of: Pick<Resource, 'word'>, name: string, value: string) {
  return translateValue(t, of.word(`${name}.${value}`), value);
}

/** Placeholder of the value in a tag's text. */
const VALUE_PLACEHOLDER = '\uFFFC';

/** The value may be an element, e.g. a name that is still loading. */
function labelledValue(t: Translate, label: string, value: ReactNode) {
  const [before, after] = t('kit.pair', { what: label, which: VALUE_PLACEHOLDER }).split(VALUE_PLACEHOLDER);
  return (
    <>
      {before}
      {value}
      {after}
    </>
  );
}
