import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hosts } from './hosts.ts';
import { request } from './request.ts';
import { useUnsaved } from './unsaved.ts';
import { useWords } from './words.ts';

type Row = { parentId: number; orderNum: number };
/** The resource's path and key, e.g. `deptId`, and the label of a row. */
interface Ordered<R> {
  of: { path: string; key: string };
  nameOf: (row: R) => string;
}

/**
 * Order numbers after a move to index `to`. Existing numbers are reused, or 1, 2, 3 … if they are not distinct.
 * @param siblings in order, including the row
 */
export function renumbered(siblings: readonly { id: number; orderNum: number }[], id: number, to: number): Map<number, number> {
  const ids = siblings.map((row) => row.id);
  const moved = ids.filter((other) => other !== id).toSpliced(to, 0, id);
  const numbers = siblings.map(({ orderNum }) => orderNum).sort((one, other) => one - other);
  const distinct = new Set(numbers).size === numbers.length;
  return new Map(moved.map((at, place) => [at, distinct ? (numbers[place] ?? place + 1) : place + 1]));
}

/** Reorders siblings locally until `PUT {path}/updateSort` saves all changes or none. */
export function useTreeOrder<R extends Row>(loaded: readonly R[] | undefined, { of: { path, key }, nameOf }: Ordered<R>) {
  const t = useWords();
  const client = useQueryClient();
  const [tried, setTried] = useState<ReadonlyMap<number, number>>(new Map());
  const [said, say] = useState('');
  const idOf = (row: R) => Number(row[key as keyof R]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key's name stays what it is
  const rows = useMemo(
    () =>
      loaded
        ?.map((row) => ({ ...row, orderNum: tried.get(idOf(row)) ?? row.orderNum }))
        .sort((one, other) => one.orderNum - other.orderNum || idOf(one) - idOf(other)),
    [loaded, tried],
  );
  const changed = (loaded ?? []).filter((row) => (tried.get(idOf(row)) ?? row.orderNum) !== row.orderNum);
  useUnsaved(changed.length > 0);

  const siblingsOf = (id: number) => {
    const parentId = rows?.find((row) => idOf(row) === id)?.parentId;
    return (rows ?? []).filter((row) => row.parentId === parentId);
  };
  const placeOf = (id: number) => siblingsOf(id).findIndex((row) => idOf(row) === id);
  const place = (id: number, to: number) => {
    const siblings = siblingsOf(id);
    const row = siblings.find((sibling) => idOf(sibling) === id);
    if (!row || to < 0 || to >= siblings.length) return;
    const numbered = siblings.map((sibling) => ({ id: idOf(sibling), orderNum: sibling.orderNum }));
    setTried(new Map([...tried, ...renumbered(numbered, id, to)]));
    say(t('kit.order.moved', { name: nameOf(row), place: to + 1 }));
  };

  const save = useMutation({
    mutationFn: () =>
      request('PUT', `${path}/updateSort`, {
        [`${key}s`]: changed.map(idOf).join(','),
        orderNums: changed.map((row) => tried.get(idOf(row))).join(','),
      }),
    onSuccess: async () => {
      const count = changed.length;
      await client.invalidateQueries({ queryKey: [path] });
      setTried(new Map());
      hosts.tell('success', t('kit.order.saved', { count }));
    },
  });

  return {
    rows,
    changes: changed.length,
    /** Announcement of the last move for screen readers. */
    said,
    movable: (id: number) => siblingsOf(id).length > 1,
    step: (id: number, by: -1 | 1) => place(id, placeOf(id) + by),
    moveTo: (id: number, over: number) => place(id, placeOf(over)),
    undo: () => setTried(new Map()),
    save: () => (changed.length > 0 ? save.mutate() : hosts.tell('info', t('kit.order.same'))),
    saving: save.isPending,
  };
}
