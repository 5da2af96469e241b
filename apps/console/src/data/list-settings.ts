import { useEffect, useRef, useState } from 'react';
import type { ListQuery } from './api.ts';
import { useUserId } from './permission.tsx';
import { storeLocally } from './platform.ts';

/** Columns missing from `order` follow in the page's default order. */
export interface ColumnLayout {
  hidden: string[];
  order: string[];
}

/** The latest arrangement may not be rendered yet. */
export type ColumnLayoutUpdate = (latest: ColumnLayout) => ColumnLayout;

export interface SavedView extends ColumnLayout {
  name: string;
  query: Record<string, string>;
}

interface ListSettings extends ColumnLayout {
  views: SavedView[];
  /** Name of the default view, opened by a URL without parameters. */
  first?: string | undefined;
}

/** Limit of the tab strip. */
export const MAX_VIEWS = 12;

const emptySettings: ListSettings = { hidden: [], order: [], views: [] };

/** Key in localStorage: `suyuan.list.{userId}.{domain}.{noun}`. */
const storageKeyOf = (owner: number, list: string) => `suyuan.list.${owner}.${list}`;

const stringsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const columnLayoutIn = (value: Partial<ColumnLayout>): ColumnLayout => ({ hidden: stringsIn(value.hidden), order: stringsIn(value.order) });

/**
 * Ignores malformed parts.
 * @param hiddenByDefault columns hidden by default
 */
export function readListSettings(text: string | null, hiddenByDefault: readonly string[] = []): ListSettings {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<ListSettings>;
    const views = (Array.isArray(stored.views) ? stored.views : []).filter(({ name, query }) => typeof name === 'string' && query);
    return {
      ...columnLayoutIn({ ...stored, hidden: stored.hidden ?? [...hiddenByDefault] }),
      views: views.map((view) => ({ name: view.name, query: viewQuery(view.query), ...columnLayoutIn(view) })),
      first: typeof stored.first === 'string' ? stored.first : undefined,
    };
  } catch {
    return { ...emptySettings, hidden: [...hiddenByDefault] };
  }
}

/** Omits the page and empty values; sorted by name. */
export const viewQuery = (query: ListQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => name !== 'page' && value)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

const isSameQuery = (one: ListQuery, other: ListQuery) => JSON.stringify(viewQuery(one)) === JSON.stringify(viewQuery(other));

/** The first item stays first and visible. */
export function applyColumnLayout<C extends { key: string }>(items: readonly C[], { hidden, order }: ColumnLayout): C[] {
  return sortByOrder(items, order).filter(({ key }, place) => place === 0 || !hidden.includes(key));
}

/** The first stays first, unknown ones come last. */
export function sortByOrder<C extends { key: string }>([first, ...rest]: readonly C[], order: readonly string[]): C[] {
  const orderOf = ({ key }: C) => (order.includes(key) ? order.indexOf(key) : order.length);
  return first ? [first, ...rest.toSorted((one, other) => orderOf(one) - orderOf(other))] : [];
}

export type ListViews = ReturnType<typeof useListSettings>;

/** Columns and saved views in localStorage. An open view supplies the columns. A URL without parameters opens the default view. */
export function useListSettings(
  list: string,
  query: ListQuery,
  updateQuery: (changes: Record<string, unknown>, replace?: boolean) => void,
  hiddenByDefault: readonly string[] = [],
) {
  const key = storageKeyOf(useUserId(), list);
  const [settings, setSettings] = useState(() => readListSettings(localStorage.getItem(key), hiddenByDefault));
  const [openViewName, setOpenViewName] = useState<string>();
  const { views, first } = settings;
  // stored settings win over rendered ones: two changes may occur in one frame or in two windows
  const store = (changes: (latest: ListSettings) => Partial<ListSettings>) => {
    const latest = readListSettings(localStorage.getItem(key), hiddenByDefault);
    const next = { ...latest, ...changes(latest) };
    setSettings(next);
    storeLocally(key, JSON.stringify(next));
  };
  const hasNoFilters = Object.keys(viewQuery(query)).length === 0;
  const namedView = views.find(({ name }) => name === openViewName);
  const isStillOpen = namedView && (!hasNoFilters || Object.keys(namedView.query).length === 0); // a view is closed when all its filters are cleared
  const open = isStillOpen ? namedView : hasNoFilters ? undefined : views.find((view) => isSameQuery(view.query, query));
  const columns: ColumnLayout = open ?? settings;
  const openView = (view: SavedView | undefined, replace = false) => {
    setOpenViewName(view?.name);
    updateQuery({ ...Object.fromEntries(Object.keys(query).map((name) => [name, undefined])), ...view?.query }, replace);
  };
  const hasEntered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the page was entered
  useEffect(() => {
    if (hasEntered.current) return; // a tab that becomes active again keeps its query
    hasEntered.current = true;
    const defaultView = views.find(({ name }) => name === first);
    if (hasNoFilters && defaultView) openView(defaultView, true);
  }, []);
  const updateView = (savedViews: SavedView[], name: string, update: (view: SavedView) => SavedView | undefined) =>
    savedViews.flatMap((view) => (view.name === name ? (update(view) ?? []) : view));
  return {
    views,
    first,
    open,
    /** The URL changed since the view was opened. */
    changed: open !== undefined && !isSameQuery(open.query, query),
    hasNoFilters,
    columns,
    defaultLayout: { hidden: [...hiddenByDefault], order: [] } satisfies ColumnLayout,
    openView,
    /** Updates the columns from the latest stored state. */
    arrange: (update: ColumnLayoutUpdate) =>
      store((latest) =>
        open
          ? { views: updateView(latest.views, open.name, (view) => ({ ...view, ...update(view) })) }
          : update({ hidden: latest.hidden, order: latest.order }),
      ),
    /** Saves the current state under `name` and replaces a view of that name. */
    save: (name: string) => {
      const view: SavedView = { name, query: viewQuery(query), hidden: columns.hidden, order: columns.order };
      store((latest) => ({
        views: latest.views.some((other) => other.name === name) ? updateView(latest.views, name, () => view) : [...latest.views, view],
      }));
      setOpenViewName(name);
    },
    rename: (from: string, to: string) => {
      store((latest) => ({
        views: updateView(latest.views, from, (view) => ({ ...view, name: to })),
        first: latest.first === from ? to : latest.first,
      }));
      setOpenViewName(to);
    },
    remove: (name: string) =>
      store((latest) => ({
        views: updateView(latest.views, name, () => undefined),
        first: latest.first === name ? undefined : latest.first,
      })),
    setFirst: (name: string | undefined) => store(() => ({ first: name })),
  };
}
