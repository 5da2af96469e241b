import { useCallback, useLayoutEffect, useState } from 'react';
import { useWidth } from './use-width.ts';

/** Pixels of the column by which a row is opened. */
export const OPENER = 40;

/** Columns that stay whatever the room: what a row is called and where it stands. */
const KEPT = 2;

interface Measured {
  key: string;
  width: number;
}

/** The last columns, as many as make room for `missing` pixels; they come back in the order of the table. */
export function toFold(columns: readonly Measured[], missing: number): string[] {
  const folded: string[] = [];
  let made = 0;
  for (const { key, width } of columns.slice(KEPT).toReversed()) {
    if (made >= missing) break;
    folded.unshift(key);
    made += width;
  }
  return folded;
}

interface Folded {
  /** Columns that were asked for, and the room they had: with others or with more room it is measured anew. */
  of: string;
  room: number;
  keys: readonly string[];
}

/**
 * Which of a table's columns do not fit beside the others, found by measuring it before it is painted: no column is shown in part. Headers carry
 * their key as `data-column`. Other rows may fold more columns, but open none: a list does not change its columns with every page.
 */
export function useFoldedColumns(keys: readonly string[]) {
  const [, ref] = useWidth();
  const [place, setPlace] = useState<HTMLElement>();
  const of = keys.join();
  const [folded, fold] = useState<Folded>({ of, room: 0, keys: [] });
  useLayoutEffect(() => {
    const box = place?.querySelector('.ant-table-content');
    if (!box) return;
    const room = box.clientWidth;
    if (folded.keys.length > 0 && (folded.of !== of || room > folded.room)) return fold({ of, room, keys: [] });
    const missing = box.scrollWidth - room;
    if (missing <= 1) return;
    const heads = [...box.querySelectorAll<HTMLElement>('thead th[data-column]')];
    const measured = heads.map((head) => ({ key: head.dataset.column ?? '', width: head.offsetWidth }));
    const more = toFold(measured, missing + (folded.keys.length > 0 ? 0 : OPENER));
    if (more.length > 0) fold({ of, room, keys: [...more, ...folded.keys] });
  });
  const placed = useCallback(
    (element: HTMLDivElement | null) => {
      setPlace(element ?? undefined);
      return ref(element);
    },
    [ref],
  );
  return [new Set(folded.of === of ? folded.keys : []), placed] as const;
}
