import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from './i18n.ts';
import { request } from './request.ts';
import { shellServices } from './shell-services.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

type Row = { parentId: number; orderNum: number };
/** The resource's path and key, e.g. `deptId`, and the label of a row. */
interface TreeOrderOptions<R> {
  resource: { path: string; key: string };
  nameOf: (row: R) => string;
}

/**
 * Order numbers after a move to index `to`. Existing numbers are reused, or 1, 2, 3 … if they are not distinct.
 * @param siblings in order, including the row
 */
export function renumber(siblings: readonly { id: number; orderNum: number }[], id: number, to: number): Map<number, number> {
  const ids = siblings.map((row) => row.id);
  const moved = ids.filter((other) => other !== id).toSpliced(to, 0, id);
  const numbers = siblings.map(({ orderNum }) => orderNum).sort((one, other) => one - other);
  const areDistinct = new Set(numbers).size === numbers.length;
  return new Map(moved.map((at, index) => [at, areDistinct ? (numbers[index] ?? index + 1) : index + 1]));
}

/** Reorders siblings locally until `PUT {path}/updateSort` saves all changes or none. */
export function useTreeOrder<R extends Row>(loaded: readonly R[] | undefined, { resource: { path, key }, nameOf }: TreeOrderOptions<R>) {
  const t = useTranslations();
  const client = useQueryClient();
  const [pendingOrder, setPendingOrder] = useState<ReadonlyMap<number, number>>(new Map());
  const [announcement, setAnnouncement] = useState('');
  const idOf = (row: R) => Number(row[key as keyof R]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key's name stays what it is
  const rows = useMemo(
    () =>
      loaded
        ?.map((row) => ({ ...row, orderNum: pendingOrder.get(idOf(row)) ?? row.orderNum }))
        .sort((one, other) => one.orderNum - other.orderNum || idOf(one) - idOf(other)),
    [loaded, pendingOrder],
  );
  const changedRows = (loaded ?? []).filter((row) => (pendingOrder.get(idOf(row)) ?? row.orderNum) !== row.orderNum);
  useUnsavedChanges(changedRows.length > 0);

  const siblingsOf = (id: number) => {
    const parentId = rows?.find((row) => idOf(row) === id)?.parentId;
    return (rows ?? []).filter((row) => row.parentId === parentId);
  };
  const indexOf = (id: number) => siblingsOf(id).findIndex((row) => idOf(row) === id);
  const moveRow = (id: number, to: number) => {
    const siblings = siblingsOf(id);
    const row = siblings.find((sibling) => idOf(sibling) === id);
    if (!row || to < 0 || to >= siblings.length) return;
    const siblingOrder = siblings.map((sibling) => ({ id: idOf(sibling), orderNum: sibling.orderNum }));
    setPendingOrder(new Map([...pendingOrder, ...renumber(siblingOrder, id, to)]));
    setAnnouncement(t('kit.order.moved', { name: nameOf(row), place: to + 1 }));
  };

  const save = useMutation({
    mutationFn: () =>
      request('PUT', `${path}/updateSort`, {
        [`${key}s`]: changedRows.map(idOf).join(','),
        orderNums: changedRows.map((row) => pendingOrder.get(idOf(row))).join(','),
      }),
    onSuccess: async () => {
      const count = changedRows.length;
      await client.invalidateQueries({ queryKey: [path] });
      setPendingOrder(new Map());
      shellServices.notify('success', t('kit.order.saved', { count }));
    },
  });

  return {
    rows,
    changes: changedRows.length,
    /** Announcement of the last move for screen readers. */
    announcement,
    movable: (id: number) => siblingsOf(id).length > 1,
    step: (id: number, by: -1 | 1) => moveRow(id, indexOf(id) + by),
    moveTo: (id: number, over: number) => moveRow(id, indexOf(over)),
    undo: () => setPendingOrder(new Map()),
    save: () => (changedRows.length > 0 ? save.mutate() : shellServices.notify('info', t('kit.order.same'))),
    saving: save.isPending,
  };
}
