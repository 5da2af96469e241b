import { useCallback, useLayoutEffect, useState } from 'react';
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
  /** Columns that were asked for, and the room they had. */
  of: string;
  room: number;
  keys: readonly string[];
}

/** Whether what was folded is to be measured anew: for other columns, or where there is truly more room. */
export const isOutdated = (folded: Folded, of: string, room: number) =>
  folded.keys.length > 0 && (folded.of !== of || room > folded.room + SCROLLBAR);

/**
 * Which of a table's columns do not fit beside the others, found by measuring it before it is painted: no column is shown in part. Headers carry
 * their key as `data-column`. Other rows may fold more columns, but open none: a list does not change its columns with every page.
 * @param orderBy the column that the list is ordered by
 */
export function useFoldedColumns(keys: readonly string[], orderBy: unknown) {
  const [, ref] = useWidth();
  const [place, setPlace] = useState<HTMLElement>();
  const of = `${keys.join()} by ${orderBy}`;
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
      const unwatch = ref(element);
      return () => {
        unwatch?.();
        setPlace(undefined);
      };
    },
    [ref],
  );
  return [new Set(folded.of === of ? folded.keys : []), placed] as const;
}
