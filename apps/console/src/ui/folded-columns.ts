import type { TableColumnType } from 'antd';
import { useCallback, useLayoutEffect, useState } from 'react';
import { currentLanguage } from '../data/words.ts';
import { useSettings } from './settings.ts';
import { useWidth } from './use-width.ts';

/** Pixels. */
export const OPENER = 40;

/** Number of columns that never fold: name and state. */
const KEPT = 2;

/** Scrollbars change the width by up to this many pixels. Smaller changes do not trigger a measurement, which could loop. */
const SCROLLBAR = 24;

interface Measured {
  key: string;
  width: number;
  /** Whether its header sorts the list, which is impossible while it is folded. */
  orders: boolean;
  /** Whether the list is sorted by it. */
  ordered: boolean;
}

/** In table order. The last ones fold first, sortable ones after all others, the sorted one never. */
export function toFold(columns: readonly Measured[], missing: number): string[] {
  const may = columns.slice(KEPT).filter(({ ordered }) => !ordered);
  const lastFirst = [...may.filter(({ orders }) => !orders).toReversed(), ...may.filter(({ orders }) => orders).toReversed()];
  const folded = new Set<string>();
  let made = 0;
  for (const { key, width } of lastFirst) {
    if (made >= missing) break;
    folded.add(key);
    made += width;
  }
  return may.map(({ key }) => key).filter((key) => folded.has(key));
}

interface Folded {
  /** Key of the measurement from `measuredOf`, and the available width. */
  of: string;
  room: number;
  keys: readonly string[];
}

/** Key of everything that affects column widths: columns, sorting, language and appearance. */
export const measuredOf = (keys: readonly string[], ...shownIn: readonly unknown[]) => JSON.stringify([keys, ...shownIn.map(String)]);

/** True for other columns, another appearance, or more width. */
export const isOutdated = (folded: Folded, of: string, room: number) =>
  folded.keys.length > 0 && (folded.of !== of || room > folded.room + SCROLLBAR);

/**
 * Measures before paint and when cells grow, so that no column is cut off. New rows may fold columns but never unfold them, so that paging
 * does not change the layout.
 * @param orderBy the column that the list is sorted by
 */
export function useFoldedColumns<R>(columns: readonly TableColumnType<R>[], orderBy?: unknown) {
  const [, watchPlace] = useWidth();
  const [, watchTable] = useWidth();
  const { tableSize, tableBordered } = useSettings();
  const [place, setPlace] = useState<HTMLElement>();
  const of = measuredOf(
    columns.map(({ key }) => String(key)),
    orderBy,
    currentLanguage(),
    tableSize,
    tableBordered,
  );
  const [folded, fold] = useState<Folded>({ of, room: 0, keys: [] });
  useLayoutEffect(() => {
    const box = place?.querySelector('.ant-table-content');
    if (!box) return;
    const room = box.clientWidth;
    if (isOutdated(folded, of, room)) return fold({ of, room, keys: [] });
    const missing = box.scrollWidth - room;
    if (missing <= 1) return;
    const measured = [...box.querySelectorAll<HTMLElement>('thead th[data-column]')].map((head) => ({
      key: head.dataset.column ?? '',
      width: head.offsetWidth,
      orders: head.classList.contains('ant-table-column-has-sorters'),
      ordered: head.dataset.column === orderBy,
    }));
    const more = toFold(measured, missing + (folded.keys.length > 0 ? 0 : OPENER));
    if (more.length > 0) fold({ of, room, keys: [...more, ...folded.keys] });
  });
  const placed = useCallback(
    (element: HTMLDivElement) => {
      setPlace(element);
      const unwatch = [watchPlace(element), watchTable(element.querySelector('.ant-table-content > table'))];
      return () => {
        for (const each of unwatch) each?.();
        setPlace(undefined);
      };
    },
    [watchPlace, watchTable],
  );
  const keys = new Set(folded.of === of ? folded.keys : []);
  const headed = columns.map((column) => ({ ...column, onHeaderCell: () => ({ 'data-column': String(column.key) }) as object }));
  return {
    shown: headed.filter(({ key }) => !keys.has(String(key))),
    away: columns.filter(({ key }) => keys.has(String(key))),
    placed,
  };
}
