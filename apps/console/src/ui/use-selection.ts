import { useState } from 'react';

type Row = Record<string, unknown>;

/** What tells a record from the others of its list: a number, or a session's or scan's UUID. */
export type RowKey = string | number;

/** The key of a record, in the field named `key`. */
export const keyOf = (row: Row, key: string) => row[key] as RowKey;

/**
 * Records that were ticked, also those of pages that are not in front; a record of the page in front is as fresh as the page.
 * They hold for the filters under which they were ticked: nobody acts on what cannot be seen by turning pages.
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
    /** How many of them are on other pages. */
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
