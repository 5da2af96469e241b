import type { TableColumnType } from 'antd';
import { useCallback, useLayoutEffect, useState } from 'react';
import { currentLanguage } from '../data/words.ts';
import { useSettings } from './settings.ts';
import { useWidth } from './use-width.ts';

/** Pixels of the column by which a row is opened. */
export const OPENER = 40;

/** Columns that stay whatever the room: what a row is called and where it stands. */
const KEPT = 2;

/** Pixels that scrollbars take and give back as columns come and go: no reason to measure anew, or the page would never rest. */
const SCROLLBAR = 24;

interface Measured {
  key: string;
  width: number;
  /** Whether its header orders the list: without it nobody can. */
  orders: boolean;
  /** Whether the list stands in its order. */
  ordered: boolean;
}

/**
 * The columns that make room for `missing` pixels, in the order of the table: the last ones, those that order the list after all others. Never the
 * one that the list is ordered by.
 */
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
  /** What was measured, as `measuredOf` says it, and the room that it had. */
  of: string;
  room: number;
  keys: readonly string[];
}

/** What the widths of columns hang on: which they are, and the order, the language and the look that they are shown in. */
export const measuredOf = (keys: readonly string[], ...shownIn: readonly unknown[]) => JSON.stringify([keys, ...shownIn.map(String)]);

/** Whether what was folded is to be measured anew: for other columns or another look, or where there is truly more room. */
export const isOutdated = (folded: Folded, of: string, room: number) =>
  folded.keys.length > 0 && (folded.of !== of || room > folded.room + SCROLLBAR);

/**
 * Parts a table's columns into those that are shown and those that do not fit beside them, found by measuring the table before it is painted and
 * again where cells widen by themselves: no column is shown in part. Other rows may fold more columns, but open none: a list does not change its
 * columns with every page.
 * @param orderBy the column that the list is ordered by
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
