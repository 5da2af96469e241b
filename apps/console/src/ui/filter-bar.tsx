import type { Resource, Translate } from '@suyuan/contract';
import { Button, Form, Tag } from 'antd';
import { Children, type ComponentProps, Fragment, isValidElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { filterEntries, type ListQuery } from '../data/api.ts';
import { currentLanguage, findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { useIsNarrowScreen, useMediaQuery } from './breakpoint.ts';
import { Icon } from './icon.tsx';
import { RangeFilter } from './range-filter.tsx';
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

interface FilterBarProps {
  of: Pick<Resource, 'word' | 'path'>;
  /** Form items named after the filters; the first ones are always visible. */
  children: ReactNode;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  filterText?: FilterText | undefined;
  /** Number of visible filters; fewer if something is next to the list. */
  visibleCount?: number;
  toolbar?: ReactNode;
  tools?: ReactNode;
}

const childItems = (node: ReactNode): ReactNode[] =>
  Children.toArray(isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment ? node.props.children : node);

/** The rest is behind "more"; active filters are removable tags. */
export function FilterBar({ of, children, query, updateQuery, filterText, visibleCount = 3, toolbar, tools }: FilterBarProps) {
  const t = useTranslations();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [isExpanded, setExpanded] = useState(false);
  const filterItems = childItems(children);
  // English labels, a date range and page buttons leave less space
  const hasRangeFilter = filterItems.slice(0, 3).some((item) => isValidElement(item) && item.type === RangeFilter);
  const hasWideFilters = currentLanguage() === 'en-US' || hasRangeFilter;
  const [isVeryWide, isWideWindow] = [useMediaQuery('(min-width: 1600px)'), useMediaQuery('(min-width: 1200px)')];
  const isTight = !isWideWindow || (!isVeryWide && currentLanguage() === 'en-US');
  const isCrowded = (!isVeryWide && toolbar !== undefined && hasWideFilters) || (isTight && hasRangeFilter);
  const inlineCount = useIsNarrowScreen() ? 1 : Math.min(visibleCount, isCrowded ? 2 : 3);
  const active = filterEntries(query);
  const filterKey = JSON.stringify(active);
  const appliedFilters = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is compared by its text
  useEffect(() => {
    if (appliedFilters.current === filterKey) return; // a tab that becomes active again keeps its input
    appliedFilters.current = filterKey;
    form.resetFields();
    form.setFieldsValue(Object.fromEntries(active));
  }, [filterKey, form]);

  const apply = (values: Record<string, unknown>) =>
    updateQuery(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])),
    );
  const clear = () => {
    form.resetFields();
    updateQuery(Object.fromEntries(active.map(([name]) => [name, undefined])));
  };

  return (
    <div className="filter-bar">
      {filterItems.length > 0 && (
        <Form
          form={form}
          name={`${of.path.slice(1).replaceAll('/', '-')}-filters`}
          layout="inline"
          role="search"
          onFinish={apply}
          // an invalid filter may be hidden
          onFinishFailed={() => setExpanded(true)}
          className={isExpanded ? 'filter-line filter-line-all' : 'filter-line'}
        >
          <div className="filter-fields">
            {filterItems.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the filters of a page keep their order
              <div key={index} className="filter-item" hidden={index >= inlineCount && !isExpanded}>
                {item}
              </div>
            ))}
          </div>
          <div className="filter-buttons">
            <Button type="primary" ghost htmlType="submit">
              {t('kit.search')}
            </Button>
            <Button onClick={clear}>{t('kit.reset')}</Button>
            {filterItems.length > inlineCount && (
              <Button
                type="link"
                aria-expanded={isExpanded}
                onClick={() => setExpanded(!isExpanded)}
                icon={<Icon name="down" className={isExpanded ? 'icon-up' : ''} />}
                iconPlacement="end"
              >
                {isExpanded ? t('kit.less') : t('kit.more')}
              </Button>
            )}
          </div>
          {toolbar && <div className="list-toolbar">{toolbar}</div>}
          {tools && <div className="list-tools">{tools}</div>}
        </Form>
      )}
      {filterItems.length === 0 && (toolbar || tools) && (
        <div className="filter-line">
          {toolbar && <div className="list-toolbar">{toolbar}</div>}
          <div className="list-tools">{tools}</div>
        </div>
      )}
      {active.length > 0 && (
        <div className="filter-tags">
          {active.map(([name, value]) => (
            <Tag
              key={name}
              closable
              closeIcon={<CloseIcon title={t('kit.clearFilter')} aria-label={t('kit.clearFilter')} />}
              onClose={(event) => {
                event.preventDefault();
                updateQuery({ [name]: undefined });
              }}
            >
              {labelledValue(t, titleOf(t, of, name), filterText?.[name]?.(value) ?? valueLabel(t, of, name, value))}
            </Tag>
          ))}
          <Button type="link" size="small" onClick={clear}>
            {t('kit.clearFilters')}
          </Button>
        </div>
      )}
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
