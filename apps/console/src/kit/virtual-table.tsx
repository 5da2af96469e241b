// biome-ignore-all lint/a11y/useSemanticElements: rows that are laid by their place cannot be rows of a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys of its rows
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId, useRef, useState } from 'react';
import './virtual-table.css';

export interface VirtualColumn<R> {
  key: string;
  title: ReactNode;
  /** A track of CSS grid: `120px`, `minmax(160px, 2fr)`. */
  width: string;
  align?: 'start' | 'end';
  render: (row: R, index: number) => ReactNode;
}

interface VirtualTableProps<R> {
  label: string;
  /** The same array at each render, as `rowAt` is the same function: else every row is drawn anew at each step of the wheel. */
  columns: readonly VirtualColumn<R>[];
  count: number;
  /** What stands in a row; undefined while it is not here yet. */
  rowAt: (index: number) => R | undefined;
  /** Pixels of the whole. */
  height?: number;
  /** Enter on a row, or a click. */
  onOpen?: (row: R, index: number) => void;
}

/** Pixels of a row, as `virtual-table.css` says. */
const ROW = 40;

/** A table of any length of which only what is seen exists: arrow keys, page keys, Home and End walk its rows. */
export function VirtualTable<R>({ label, columns, count, rowAt, height = 480, onOpen }: VirtualTableProps<R>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: ROW,
  });
  const tracks = columns.map(({ width }) => width).join(' ');
  const page = Math.max(Math.floor(height / ROW) - 2, 1);
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: count - 1 }[
      event.key
    ];
    if (event.key === 'Enter') {
      const row = rowAt(active);
      if (row !== undefined) onOpen?.(row, active);
    }
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(to, 0), count - 1);
    setActive(next);
    rows.scrollToIndex(next, { align: 'auto' });
  };
  const click = ({ target }: MouseEvent) => {
    const index = Number((target as Element).closest('[aria-rowindex]')?.getAttribute('aria-rowindex')) - 2;
    if (!(index >= 0)) return;
    setActive(index);
    const row = rowAt(index);
    if (row !== undefined) onOpen?.(row, index);
  };
  const seen = rows.getVirtualItems();
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={seen.some(({ index }) => index === active) ? `${id}${active}` : undefined}
      tabIndex={0}
      className="virtual-table"
      style={{ height }}
      onKeyDown={press}
    >
      <div role="row" aria-rowindex={1} className="virtual-row virtual-head" style={{ gridTemplateColumns: tracks }}>
        {columns.map(({ key, title, align }) => (
          <div key={key} role="columnheader" className={align === 'end' ? 'virtual-end' : ''}>
            {title}
          </div>
        ))}
      </div>
      {/* one listener for all rows: a row that only moves is not drawn again */}
      <div role="rowgroup" className="virtual-body" style={{ height: rows.getTotalSize() }} onClick={click}>
        {seen.map(({ index, start }) => (
          <VirtualRow
            key={index}
            id={`${id}${index}`}
            index={index}
            start={start}
            active={index === active}
            columns={columns}
            tracks={tracks}
            rowAt={rowAt as (index: number) => unknown}
          />
        ))}
      </div>
    </div>
  );
}

interface VirtualRowProps {
  id: string;
  index: number;
  start: number;
  active: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: memo forgets which rows these are; the table around it knows
  columns: readonly VirtualColumn<any>[];
  tracks: string;
  rowAt: (index: number) => unknown;
}

const VirtualRow = memo(function VirtualRow({ id, index, start, active, columns, tracks, rowAt }: VirtualRowProps) {
  const row = rowAt(index);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={active}
      className={active ? 'virtual-row virtual-active' : 'virtual-row'}
      style={{ gridTemplateColumns: tracks, top: start }}
    >
      {columns.map(({ key, align, render }) => (
        <div key={key} role="gridcell" className={align === 'end' ? 'virtual-end numeral' : ''}>
          {row === undefined ? <i className="virtual-gap" /> : render(row, index)}
        </div>
      ))}
    </div>
  );
});
