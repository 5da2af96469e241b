import { useEffect, useRef, useState } from 'react';
import type { ListQuery } from './api.ts';
import { useOwner } from './owner.ts';

/** Columns missing from `order` follow in the page's default order. */
export interface Arrangement {
  hidden: string[];
  order: string[];
}

/** The latest arrangement may not be rendered yet. */
export type Rearrange = (latest: Arrangement) => Arrangement;

export interface SavedView extends Arrangement {
  name: string;
  query: Record<string, string>;
}

interface ListSettings extends Arrangement {
  views: SavedView[];
  /** Name of the default view, opened by a URL without parameters. */
  first?: string | undefined;
}

/** Limit of the tab strip. */
export const MAX_VIEWS = 12;

const blank: ListSettings = { hidden: [], order: [], views: [] };

/** Key in localStorage: `suyuan.list.{userId}.{domain}.{noun}`. */
const keyOf = (owner: number, list: string) => `suyuan.list.${owner}.${list}`;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const arrangementIn = (value: Partial<Arrangement>): Arrangement => ({ hidden: texts(value.hidden), order: texts(value.order) });

/**
 * Ignores malformed parts.
 * @param atFirst columns hidden by default
 */
export function readListSettings(text: string | null, atFirst: readonly string[] = []): ListSettings {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ListSettings>;
    const views = (Array.isArray(kept.views) ? kept.views : []).filter(({ name, query }) => typeof name === 'string' && query);
    return {
      ...arrangementIn({ ...kept, hidden: kept.hidden ?? [...atFirst] }),
      views: views.map((view) => ({ name: view.name, query: viewQuery(view.query), ...arrangementIn(view) })),
      first: typeof kept.first === 'string' ? kept.first : undefined,
    };
  } catch {
    return { ...blank, hidden: [...atFirst] };
  }
}

/** Omits the page and empty values; sorted by name. */
export const viewQuery = (query: ListQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => name !== 'page' && value)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

const sameQuery = (one: ListQuery, other: ListQuery) => JSON.stringify(viewQuery(one)) === JSON.stringify(viewQuery(other));

/** The first item stays first and visible. */
export function arranged<C extends { key: string }>(items: readonly C[], { hidden, order }: Arrangement): C[] {
  return inOrder(items, order).filter(({ key }, place) => place === 0 || !hidden.includes(key));
}

/** The first stays first, unknown ones come last. */
export function inOrder<C extends { key: string }>([first, ...rest]: readonly C[], order: readonly string[]): C[] {
  const place = ({ key }: C) => (order.includes(key) ? order.indexOf(key) : order.length);
  return first ? [first, ...rest.toSorted((one, other) => place(one) - place(other))] : [];
}

export type ListViews = ReturnType<typeof useListSettings>;

/** Columns and saved views in localStorage. An open view supplies the columns. A URL without parameters opens the default view. */
export function useListSettings(
  list: string,
  query: ListQuery,
  narrow: (changes: Record<string, unknown>, replace?: boolean) => void,
  atFirst: readonly string[] = [],
) {
  const key = keyOf(useOwner(), list);
  const [settings, setSettings] = useState(() => readListSettings(localStorage.getItem(key), atFirst));
  const [chosen, choose] = useState<string>();
  const { views, first } = settings;
  // stored settings win over rendered ones: two changes may occur in one frame or in two windows
  const keep = (changes: (latest: ListSettings) => Partial<ListSettings>) => {
    const latest = readListSettings(localStorage.getItem(key), atFirst);
    const next = { ...latest, ...changes(latest) };
    setSettings(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const bare = Object.keys(viewQuery(query)).length === 0;
  const picked = views.find(({ name }) => name === chosen);
  const stays = picked && (!bare || Object.keys(picked.query).length === 0); // a view is closed when all its filters are cleared
  const open = stays ? picked : bare ? undefined : views.find((view) => sameQuery(view.query, query));
  const columns: Arrangement = open ?? settings;
  const go = (view: SavedView | undefined, replace = false) => {
    choose(view?.name);
    narrow({ ...Object.fromEntries(Object.keys(query).map((name) => [name, undefined])), ...view?.query }, replace);
  };
  const arrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the page was entered
  useEffect(() => {
    if (arrived.current) return; // a tab that becomes active again keeps its query
    arrived.current = true;
    const wanted = views.find(({ name }) => name === first);
    if (bare && wanted) go(wanted, true);
  }, []);
  const change = (kept: SavedView[], name: string, changed: (view: SavedView) => SavedView | undefined) =>
    kept.flatMap((view) => (view.name === name ? (changed(view) ?? []) : view));
  return {
    views,
    first,
    open,
    /** The URL changed since the view was opened. */
    changed: open !== undefined && !sameQuery(open.query, query),
    bare,
    columns,
    usual: { hidden: [...atFirst], order: [] } satisfies Arrangement,
    go,
    /** Updates the columns from the latest stored state. */
    arrange: (arrange: Rearrange) =>
      keep((latest) =>
        open
          ? { views: change(latest.views, open.name, (view) => ({ ...view, ...arrange(view) })) }
          : arrange({ hidden: latest.hidden, order: latest.order }),
      ),
    /** Saves the current state under `name` and replaces a view of that name. */
    save: (name: string) => {
      const view: SavedView = { name, query: viewQuery(query), hidden: columns.hidden, order: columns.order };
      keep((latest) => ({
        views: latest.views.some((other) => other.name === name) ? change(latest.views, name, () => view) : [...latest.views, view],
      }));
      choose(name);
    },
    rename: (from: string, to: string) => {
      keep((latest) => ({
        views: change(latest.views, from, (view) => ({ ...view, name: to })),
        first: latest.first === from ? to : latest.first,
      }));
      choose(to);
    },
    remove: (name: string) =>
      keep((latest) => ({
        views: change(latest.views, name, () => undefined),
        first: latest.first === name ? undefined : latest.first,
      })),
    setFirst: (name: string | undefined) => keep(() => ({ first: name })),
  };
}
