import { type KeyboardEvent, useState } from 'react';
import { useWords } from '../../data/words.ts';

/** Largest size of the grid; more rows and columns can be added later. */
const SIDE = 8;
const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const CELLS = Array.from({ length: SIDE * SIDE }, (_, at) => [Math.floor(at / SIDE) + 1, (at % SIDE) + 1] as const);

export function TableGrid({ onChoose }: { onChoose: (rows: number, columns: number) => void }) {
  const t = useWords();
  const [[rows, columns], point] = useState<readonly [number, number]>([2, 2]);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const within = (at: number) => Math.min(SIDE, Math.max(1, at));
    const next = [within(rows + by[0]), within(columns + by[1])] as const;
    point(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join('-')}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between its buttons
    <div className="rich-grid" onKeyDown={walk}>
      {CELLS.map(([row, column]) => (
        <button
          key={`${row}-${column}`}
          type="button"
          data-cell={`${row}-${column}`}
          className={row <= rows && column <= columns ? 'rich-grid-on' : undefined}
          aria-label={t('editor.tableOf', { rows: row, columns: column })}
          tabIndex={row === rows && column === columns ? 0 : -1}
          onPointerEnter={() => point([row, column])}
          onFocus={() => point([row, column])}
          onClick={() => onChoose(row, column)}
        />
      ))}
      <p aria-hidden="true">{t('editor.tableOf', { rows, columns })}</p>
    </div>
  );
}
