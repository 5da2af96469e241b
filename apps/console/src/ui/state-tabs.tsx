import { type Resource, valueCountsOf } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions, filterEntries, type ListQuery } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { hasExtension } from '../data/server-info.ts';
import { optionsOf } from './field-kinds.tsx';
import { Icon } from './icon.tsx';
import { ButtonMenu } from './more-menu.tsx';
import { groupDigits } from './number-format.ts';

interface StateTabsProps {
  of: Resource;
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  /** At the end of the line. */
  extra?: ReactNode;
}

const ALL = 'all';

/** Values of the declared field as tabs, each with the number of records that it would list. */
export function StateTabs({ of, query, updateQuery, extra }: StateTabsProps) {
  const t = useTranslations();
  const { field = '', more = [] } = of.tabs ?? {};
  const current = query[field];
  const otherFilters = Object.fromEntries(filterEntries(query).filter(([name]) => name !== field));
  const { data: counts, isLoading } = useQuery({
    ...endpointQueryOptions(valueCountsOf(of), otherFilters),
    enabled: hasExtension('stateCounts'),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const sumOf = (values: readonly string[]) => values.reduce((sum, value) => sum + (counts?.[value] ?? 0), 0);
  const labelOf = (label: ReactNode, values: readonly string[]) => (
    <>
      {label}
      {counts && <span className="ms-1.5 text-xs text-muted tabular-nums">{groupDigits(sumOf(values))}</span>}
    </>
  );
  const options = optionsOf({ of, name: field, t });
  const values = options.map(({ value }) => value);
  const select = (value: string) => updateQuery({ [field]: value === ALL ? undefined : value });
  // a state of the menu has a tab while it is open
  const tabs = options.filter(({ value }) => !more.includes(value) || value === current);
  const menu = options.filter((option) => !tabs.includes(option));
  const menuValues = menu.map(({ value }) => value);
  // without counts any state may have records
  const hasMenu = counts ? sumOf(menuValues) > 0 : menu.length > 0 && !isLoading;
  return (
    // next to the tabs: only tabs may be in their list
    <div className="mb-3 flex items-center gap-3 border-b border-line">
      <Tabs
        className="min-w-0 [&_.ant-tabs-nav]:mb-0! [&_.ant-tabs-nav]:before:hidden! [&_.ant-tabs-tab]:py-2.5! [&_.ant-tabs-tab+.ant-tabs-tab]:ms-6!"
        activeKey={values.find((value) => value === current) ?? ALL}
        items={[
          { key: ALL, label: labelOf(t('kit.all'), Object.keys(counts ?? {})) },
          ...tabs.map(({ value, label }) => ({ key: value, label: labelOf(label, [value]) })),
        ]}
        onChange={select}
      />
      {hasMenu && (
        <ButtonMenu
          menu={{
            items: menu.map(({ value, label }) => ({ key: value, label: labelOf(label, [value]) })),
            onClick: ({ key }) => select(key),
          }}
          type="text"
          className="px-2!"
          icon={<Icon name="down" />}
          iconPlacement="end"
        >
          {labelOf(t('kit.moreStates'), menuValues)}
        </ButtonMenu>
      )}
      {extra}
    </div>
  );
}
