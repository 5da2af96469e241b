import type { menus, RecordOf } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hosts } from '../../../kit/hosts.ts';
import { request } from '../../../kit/request.ts';
import { useUnsaved } from '../../../kit/unsaved.ts';
import { useWords } from '../../../kit/words.ts';

export type MenuRow = RecordOf<typeof menus>;

type Numbers = ReadonlyMap<number, number>;

const byOrder = (one: MenuRow, other: MenuRow) => one.orderNum - other.orderNum || one.menuId - other.menuId;

/**
 * The numbers of a row and its siblings once it stands at `to`: their own numbers in the new order, or 1, 2, 3 … where some are the same.
 * @param siblings in their order, the row among them
 */
export function renumbered(siblings: readonly { menuId: number; orderNum: number }[], menuId: number, to: number): Map<number, number> {
  const ids = siblings.map((row) => row.menuId);
  const moved = ids.filter((id) => id !== menuId).toSpliced(to, 0, menuId);
  const numbers = siblings.map(({ orderNum }) => orderNum).sort((one, other) => one - other);
  const distinct = new Set(numbers).size === numbers.length;
  return new Map(moved.map((id, place) => [id, distinct ? (numbers[place] ?? place + 1) : place + 1]));
}

/** Rows in an order that is tried out here before it is saved. */
export function useMenuOrder(loaded: readonly MenuRow[] | undefined) {
  const t = useWords();
  const client = useQueryClient();
  const [tried, setTried] = useState<Numbers>(new Map());
  const [said, say] = useState('');
  const rows = useMemo(
    () => loaded?.map((row) => ({ ...row, orderNum: tried.get(row.menuId) ?? row.orderNum })).sort(byOrder),
    [loaded, tried],
  );
  const changed = (loaded ?? []).filter(({ menuId, orderNum }) => (tried.get(menuId) ?? orderNum) !== orderNum);
  useUnsaved(changed.length > 0);

  const siblingsOf = (menuId: number) => {
    const parentId = rows?.find((row) => row.menuId === menuId)?.parentId;
    return (rows ?? []).filter((row) => row.parentId === parentId);
  };
  const place = (menuId: number, to: number) => {
    const siblings = siblingsOf(menuId);
    if (to < 0 || to >= siblings.length) return;
    setTried(new Map([...tried, ...renumbered(siblings, menuId, to)]));
    say(t('system.menu.sorted', { name: siblings.find((row) => row.menuId === menuId)?.menuName, place: to + 1 }));
  };
  const placeOf = (menuId: number) => siblingsOf(menuId).findIndex((row) => row.menuId === menuId);

  const save = useMutation({
    mutationFn: () =>
      request('PUT', '/system/menu/updateSort', {
        menuIds: changed.map(({ menuId }) => menuId).join(','),
        orderNums: changed.map(({ menuId }) => tried.get(menuId)).join(','),
      }),
    onSuccess: async () => {
      const count = changed.length;
      await client.invalidateQueries({ queryKey: ['/system/menu'] });
      setTried(new Map());
      hosts.tell('success', t('system.menu.orderSaved', { count }));
    },
  });

  return {
    rows,
    /** How many rows have another number than the server's. */
    changes: changed.length,
    said,
    step: (menuId: number, by: -1 | 1) => place(menuId, placeOf(menuId) + by),
    moveTo: (menuId: number, over: number) => place(menuId, placeOf(over)),
    undo: () => setTried(new Map()),
    save: () => (changed.length > 0 ? save.mutate() : hosts.tell('info', t('system.menu.orderSame'))),
    saving: save.isPending,
  };
}
