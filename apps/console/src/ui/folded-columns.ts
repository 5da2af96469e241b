import type { TableColumnType } from 'antd';
import { useCallback, useLayoutEffect, useState } from 'react';
import { currentLanguage } from '../data/i18n.ts';
import { useSettings } from './settings.ts';
import { useElementWidth } from './use-element-width.ts';

/** Pixels of the column that opens the folded ones. */
export const EXPAND_COLUMN_WIDTH = 40;

/** Fields with the state of a record. */
export const STATE_FIELDS = ['state', 'status', 'verdict'];

/** Scrollbars change the width by up to this many pixels. Smaller changes do not trigger a measurement, which could loop. */
const SCROLLBAR_WIDTH = 24;

interface MeasuredColumn {
  key: string;
  width: number;
  /** Whether its header sorts the list, which is impossible while it is folded. */
  isSortable: boolean;
  /** Whether the list is sorted by it. */
  isSorted: boolean;
}

/**
 * In table order. The name and the state never fold; without a state, the second column does not. The last ones fold first, sortable ones after the others, then what the record is about, the sorted one never. A wide
 * column often frees more than is missing, so the most useful folded ones that fit into the rest stay.
 */
export function columnsToFold(columns: readonly MeasuredColumn[], missingWidth: number): string[] {
  const state = columns.find(({ key }) => STATE_FIELDS.includes(key)) ?? columns[1];
  const foldable = columns.slice(1).filter((column) => column !== state && !column.isSorted);
  const [subject, ...others] = foldable;
  const foldOrder = [
    ...others.filter(({ isSortable }) => !isSortable).toReversed(),
    ...others.filter(({ isSortable }) => isSortable).toReversed(),
    ...(subject ? [subject] : []),
  ];
  const foldedKeys = new Set<string>();
  let freedWidth = 0;
  for (const { key, width } of foldOrder) {
    if (freedWidth >= missingWidth) break;
    foldedKeys.add(key);
    freedWidth += width;
  }
  for (const { key, width } of foldOrder.toReversed()) {
    if (!foldedKeys.has(key) || freedWidth - width < missingWidth) continue;
    foldedKeys.delete(key);
    freedWidth -= width;
  }
  return foldable.map(({ key }) => key).filter((key) => foldedKeys.has(key));
}

interface FoldState {
  /** Key of the measurement from `layoutKeyOf`, and the available width. */
  layoutKey: string;
  availableWidth: number;
  keys: readonly string[];
}

/** Key of everything that affects column widths: columns, sorting, language and appearance. */
export const layoutKeyOf = (keys: readonly string[], ...appearance: readonly unknown[]) =>
  JSON.stringify([keys, ...appearance.map(String)]);

/** True for other columns, another appearance, or more width. */
export const isOutdated = (foldState: FoldState, layoutKey: string, availableWidth: number) =>
  foldState.keys.length > 0 && (foldState.layoutKey !== layoutKey || availableWidth > foldState.availableWidth + SCROLLBAR_WIDTH);

/**
 * Measures before paint and when cells grow, so that no column is cut off. New rows may fold columns but never unfold them, so that paging
 * does not change the layout.
 * @param orderBy the column that the list is sorted by
 * @param expandWidth of the column that the first folded one adds; 0 if the table has none
 */
export function useFoldedColumns<R>(
  columns: readonly TableColumnType<R>[],
  { orderBy, expandWidth = EXPAND_COLUMN_WIDTH }: { orderBy?: unknown; expandWidth?: number } = {},
) {
  const [, containerWidthRef] = useElementWidth();
  const [, tableWidthRef] = useElementWidth();
  const { tableSize, tableBordered } = useSettings();
  const [container, setContainer] = useState<HTMLElement>();
  const layoutKey = layoutKeyOf(
    columns.map(({ key }) => String(key)),
    orderBy,
    currentLanguage(),
    tableSize,
    tableBordered,
  );
  const [foldState, setFoldState] = useState<FoldState>({ layoutKey, availableWidth: 0, keys: [] });
  useLayoutEffect(() => {
    const tableContent = container?.querySelector('.ant-table-content');
    if (!tableContent) return;
    const availableWidth = tableContent.clientWidth;
    if (isOutdated(foldState, layoutKey, availableWidth)) return setFoldState({ layoutKey, availableWidth, keys: [] });
    const missingWidth = tableContent.scrollWidth - availableWidth;
    if (missingWidth <= 1) return;
    const measuredColumns = [...tableContent.querySelectorAll<HTMLElement>('thead th[data-column]')].map((headerCell) => ({
      key: headerCell.dataset.column ?? '',
      width: headerCell.offsetWidth,
      isSortable: headerCell.classList.contains('ant-table-column-has-sorters'),
      isSorted: headerCell.dataset.column === orderBy,
    }));
    const newlyFolded = columnsToFold(measuredColumns, missingWidth + (foldState.keys.length > 0 ? 0 : expandWidth));
    if (newlyFolded.length > 0) setFoldState({ layoutKey, availableWidth, keys: [...newlyFolded, ...foldState.keys] });
  });
  const containerRef = useCallback(
    (element: HTMLDivElement) => {
      setContainer(element);
      const unwatch = [containerWidthRef(element), tableWidthRef(element.querySelector('.ant-table-content > table'))];
      return () => {
        for (const each of unwatch) each?.();
        setContainer(undefined);
      };
    },
    [containerWidthRef, tableWidthRef],
  );
  const foldedKeys = new Set(foldState.layoutKey === layoutKey ? foldState.keys : []);
  const taggedColumns = columns.map((column) => ({ ...column, onHeaderCell: () => ({ 'data-column': String(column.key) }) as object }));
  return {
    visibleColumns: taggedColumns.filter(({ key }) => !foldedKeys.has(String(key))),
    foldedColumns: columns.filter(({ key }) => foldedKeys.has(String(key))),
    containerRef,
  };
}
