import { useState } from 'react';

type Row = Record<string, unknown>;

/** Key of a record: a number, or the UUID of a session or scan. */
export type RowKey = string | number;

export const keyOf = (row: Row, key: string) => row[key] as RowKey;

/**
 * Selected records across pages; those of the current page use its data.
 * The selection is valid for the filters it was made with, so that actions only affect records in the filtered list.
 */
export function useSelection<R extends Row>(key: string, rows: readonly R[], filters: string) {
  const [kept, setKept] = useState<{ filters: string; ticked: ReadonlyMap<RowKey, R> }>({ filters, ticked: new Map() });
  const ticked = kept.filters === filters ? kept.ticked : new Map<RowKey, R>();
  const setTicked = (next: ReadonlyMap<RowKey, R>) => setKept({ filters, ticked: next });
  const inFront = new Map(rows.map((row) => [keyOf(row, key), row]));
  const records = [...ticked].map(([id, row]) => inFront.get(id) ?? row);
  return {
    records,
    keys: [...ticked.keys()],
    elsewhere: [...ticked.keys()].filter((id) => !inFront.has(id)).length,
    select: (keys: RowKey[]) =>
      setTicked(
        new Map(
          keys.flatMap((id) => {
            const row = inFront.get(id) ?? ticked.get(id);
            return row ? [[id, row] as [RowKey, R]] : [];
          }),
        ),
      ),
    clear: () => setTicked(new Map()),
  };
}
