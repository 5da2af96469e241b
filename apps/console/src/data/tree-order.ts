import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hosts } from './hosts.ts';
import { request } from './request.ts';
import { useUnsaved } from './unsaved.ts';
import { useWords } from './words.ts';

type Row = { parentId: number; orderNum: number };
/** Which resource's rows they are: its address, its key (`deptId`) and what a row is called by. */
interface Ordered<R> {
  of: { path: string; key: string };
  nameOf: (row: R) => string;
}

/**
 * The numbers of a row and its siblings once it stands at `to`: their own numbers in the new order, or 1, 2, 3 … where some are the same.
 * @param siblings in their order, the row among them
 */
export function renumbered(siblings: readonly { id: number; orderNum: number }[], id: number, to: number): Map<number, number> {
  const ids = siblings.map((row) => row.id);
  const moved = ids.filter((other) => other !== id).toSpliced(to, 0, id);
  const numbers = siblings.map(({ orderNum }) => orderNum).sort((one, other) => one - other);
  const distinct = new Set(numbers).size === numbers.length;
  return new Map(moved.map((at, place) => [at, distinct ? (numbers[place] ?? place + 1) : place + 1]));
}

/** Rows below each other in an order that is tried out here before `PUT {path}/updateSort` saves all of it or none. */
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
    /** How many rows have another number than the server's. */
    changes: changed.length,
    /** What a screen reader hears of the last move. */
    said,
    /** Whether there is a place to go. */
    movable: (id: number) => siblingsOf(id).length > 1,
    step: (id: number, by: -1 | 1) => place(id, placeOf(id) + by),
    moveTo: (id: number, over: number) => place(id, placeOf(over)),
    undo: () => setTried(new Map()),
    save: () => (changed.length > 0 ? save.mutate() : hosts.tell('info', t('kit.order.same'))),
    saving: save.isPending,
  };
}
