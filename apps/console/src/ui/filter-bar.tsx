import type { Resource } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, type FormInstance } from 'antd';
import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { filterEntries, type ListQuery, rangeFieldNames } from '../data/api.ts';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { useIsNarrowScreen, useMediaQuery } from './breakpoint.ts';
import { FilterChips, type FilterText } from './filter-chips.tsx';
import { Icon } from './icon.tsx';
import { ButtonMenu } from './more-menu.tsx';
import { RangeFilter } from './range-filter.tsx';
import { ClearableInput } from './select.tsx';

interface FilterBarProps {
  of: Pick<Resource, 'word' | 'path'>;
  /** Form items named after the filters; the first ones are always visible. */
  children: ReactNode;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  filterText?: FilterText | undefined;
  /** Filter that tabs set. */
  tabField?: string | undefined;
  /** Number of visible filters. */
  visibleCount?: number;
  /** Whether the list is next to an aside, which leaves less space. */
  hasAside?: boolean;
  toolbar?: ReactNode;
  tools?: ReactNode;
}

interface FilterProps {
  name?: string;
  label?: ReactNode;
  /** Of a range of days. */
  prefix?: string;
  /** Of a range of numbers. */
  from?: string;
  children?: ReactNode;
}
type FilterItem = ReactElement<FilterProps>;

const itemsOf = (node: ReactNode): FilterItem[] =>
  Children.toArray(isValidElement<FilterProps>(node) && node.type === Fragment ? node.props.children : node).filter((item) =>
    isValidElement<FilterProps>(item),
  );

/** Parameters that a filter sets. */
function parametersOf({ type, props: { name, prefix, from, ...rest } }: FilterItem): string[] {
  if (type === RangeFilter) return [...rangeFieldNames(prefix)];
  return from === undefined ? [String(name)] : [from, String((rest as { to?: string }).to)];
}

const line = 'flex flex-wrap items-start gap-x-4 gap-y-3 max-md:gap-x-2';
const fields =
  'grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,var(--filter)),1fr))] gap-x-4 gap-y-3 max-md:flex-[1_1_160px] ' +
  'md:flex-[1_1_calc(2*var(--filter)+16px)] en:md:[--filter:192px] en:md:max-xl:basis-(--filter) ' +
  // three filters, or a date range and another, take a full line; their buttons the next
  'md:max-xl:has-[>:nth-child(3)]:basis-full md:max-xl:has-[>:nth-child(2)]:has-[.ant-picker-range]:basis-full';

const drawerForm =
  'grid gap-4 [&_.ant-form-item]:m-0! [&_.ant-form-item-row]:flex-col! [&_.ant-form-item-label]:pb-1! [&_.ant-form-item-label]:text-start! ' +
  '[&_.ant-picker]:w-full';

/** The most used filters are visible, the others are added. Active filters are removable chips. On phones all but one are in a drawer. */
export function FilterBar(props: FilterBarProps) {
  const {
    of,
    children,
    query,
    updateQuery,
    filterText,
    tabField,
    hasAside = false,
    visibleCount = hasAside ? 2 : 3,
    toolbar,
    tools,
  } = props;
  const t = useTranslations();
  const client = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isNarrow = useIsNarrowScreen();
  const filterItems = itemsOf(children).filter(({ props }) => tabField === undefined || props.name !== tabField);
  const inlineCount = useInlineCount(filterItems, visibleCount, toolbar !== undefined);
  const searchField =
    filterItems.find(({ props: { children } }) => isValidElement(children) && children.type === ClearableInput) ?? filterItems[0];
  const inlineItems = isNarrow ? filterItems.filter((item) => item === searchField) : filterItems.slice(0, inlineCount);
  const otherItems = filterItems.filter((item) => !inlineItems.includes(item));
  const active = filterEntries(query).filter(([name]) => name !== tabField);
  useActiveFilters(form, active);

  const add = (name: string) => setAdded((names) => [...names.filter((other) => other !== name), name]);
  const apply = (values: Record<string, unknown>) => {
    setAdded([]);
    setDrawerOpen(false);
    const filters = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const);
    updateQuery(Object.fromEntries(filters));
    // an unchanged query asks for what has changed since
    if (filters.every(([name, value]) => String(value ?? '') === (query[name] ?? '')))
      void client.invalidateQueries({ queryKey: [of.path] });
  };
  const clear = () => {
    setAdded([]);
    form.resetFields();
    updateQuery(Object.fromEntries(active.map(([name]) => [name, undefined])));
  };
  const editOf = (parameter: string) => {
    const [name] = otherItems.map(parametersOf).find((parameters) => parameters.includes(parameter)) ?? [];
    return name === undefined ? undefined : () => (isNarrow ? setDrawerOpen(true) : add(name));
  };
  const narrowFields = hasAside ? 'xl:basis-70 xl:grid-cols-[repeat(auto-fit,minmax(152px,1fr))]' : '';
  const visibleTools = tools && (!isNarrow || filterItems.length === 0) && <ToolGroup>{tools}</ToolGroup>;

  if (filterItems.length === 0)
    return toolbar || tools ? (
      <div className={`${line} mb-3`}>
        {toolbar && <Toolbar>{toolbar}</Toolbar>}
        {visibleTools}
      </div>
    ) : null;
  return (
    <Form
      form={form}
      name={`${of.path.slice(1).replaceAll('/', '-')}-filters`}
      layout="inline"
      role="search"
      onFinish={apply}
      className="mb-3! block!"
    >
      <div className={line}>
        <div className={`${fields} ${narrowFields}`}>
          {inlineItems.map((item) => (
            <div
              key={parametersOf(item)[0]}
              className="md:has-[.ant-picker-range]:col-span-2 max-md:[&_.ant-form-item-label]:sr-only max-md:[&_.ant-form-item-label]:absolute!"
            >
              {isNarrow ? <SearchField item={item} /> : item}
            </div>
          ))}
        </div>
        {isNarrow ? (
          <Button aria-label={t('kit.filters', { count: active.length })} icon={<Icon name="filter" />} onClick={() => setDrawerOpen(true)}>
            {active.length > 0 && active.length}
          </Button>
        ) : (
          <div className="flex flex-none items-center gap-2">
            <Button type="primary" ghost htmlType="submit">
              {t('kit.search')}
            </Button>
            {otherItems.length > 0 && (
              <ButtonMenu
                menu={{
                  items: otherItems.map((item) => ({ key: parametersOf(item)[0] ?? '', label: item.props.label })),
                  onClick: ({ key }) => add(key),
                  className: 'max-h-90 overflow-auto',
                }}
                type="text"
                icon={<Icon name="plus" />}
              >
                {t('kit.addFilter')}
              </ButtonMenu>
            )}
          </div>
        )}
        {toolbar && <Toolbar>{toolbar}</Toolbar>}
        {visibleTools}
      </div>
      <AddedFilters names={added} items={isNarrow ? [] : otherItems} />
      <FilterChips
        of={of}
        active={active}
        filterText={filterText}
        onClear={clear}
        onRemove={(name) => updateQuery({ [name]: undefined })}
        editOf={editOf}
      />
      {isNarrow && (
        <Drawer open={isDrawerOpen} size={360} title={t('kit.addFilter')} onClose={() => setDrawerOpen(false)}>
          {/* its submit event bubbles to the form around the drawer */}
          <form className={drawerForm}>
            {otherItems.map((item) => (
              <div key={parametersOf(item)[0]}>{item}</div>
            ))}
            <Button type="primary" htmlType="submit">
              {t('kit.search')}
            </Button>
          </form>
          {tools && (
            <div className="mt-6 border-t border-line pt-4">
              <ToolGroup>{tools}</ToolGroup>
            </div>
          )}
        </Drawer>
      )}
    </Form>
  );
}

/** Fills the form with the filters of the URL when they change. */
function useActiveFilters(form: FormInstance, active: readonly (readonly [name: string, value: string])[]) {
  const filterKey = JSON.stringify(active);
  const appliedFilters = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is compared by its text
  useEffect(() => {
    if (appliedFilters.current === filterKey) return; // a tab that becomes active again keeps its input
    appliedFilters.current = filterKey;
    form.resetFields();
    form.setFieldsValue(Object.fromEntries(active));
  }, [filterKey, form]);
}

/** The added filters in their order. The last one gets the focus. */
function AddedFilters({ names, items }: { names: readonly string[]; items: readonly FilterItem[] }) {
  const container = useRef<HTMLDivElement>(null);
  const lastName = names.at(-1);
  useEffect(() => {
    if (!lastName) return;
    const input = container.current?.querySelector<HTMLElement>(':scope > :last-child :is(input, textarea):not([type=hidden])');
    input?.focus();
    // a select opens its options on the mouse button, not on focus
    if (input?.role === 'combobox') input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  }, [lastName]);
  const added = names.flatMap((name) => items.filter((item) => parametersOf(item)[0] === name));
  if (added.length === 0) return null;
  return (
    <div ref={container} data-testid="added-filters" className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
      {added.map((item) => (
        <div key={parametersOf(item)[0]} className="w-80 max-w-full">
          {item}
        </div>
      ))}
    </div>
  );
}

/** English labels, a date range and buttons of the page leave less space. */
function useInlineCount(items: readonly FilterItem[], visibleCount: number, hasToolbar: boolean) {
  const hasRangeFilter = items.slice(0, 3).some(({ type }) => type === RangeFilter);
  const isEnglish = currentLanguage() === 'en-US';
  const [isVeryWide, isWideWindow] = [useMediaQuery('(min-width: 1600px)'), useMediaQuery('(min-width: 1200px)')];
  const isTight = !isWideWindow || (!isVeryWide && isEnglish);
  const isCrowded = (!isVeryWide && hasToolbar && (isEnglish || hasRangeFilter)) || (isTight && (hasRangeFilter || isEnglish));
  if (!isWideWindow && isEnglish) return 1; // so that the tools stay on the same line
  return Math.min(visibleCount, isCrowded ? 2 : 3);
}

/** The field's label is its placeholder. */
function SearchField({ item }: { item: FilterItem }) {
  const { label, children } = item.props;
  if (!isValidElement<{ placeholder?: ReactNode }>(children)) return item;
  const field = cloneElement(children, {
    placeholder: label,
    ...(children.type === ClearableInput && { prefix: <Icon name="search" />, enterKeyHint: 'search' }),
  });
  return cloneElement(item, { children: field });
}

const Toolbar = ({ children }: { children: ReactNode }) => (
  <div data-testid="list-toolbar" className="flex min-h-8 flex-wrap items-center gap-2">
    {children}
  </div>
);

const ToolGroup = ({ children }: { children: ReactNode }) => (
  <div data-testid="list-tools" className="ml-auto flex flex-none flex-wrap items-center">
    {children}
  </div>
);
