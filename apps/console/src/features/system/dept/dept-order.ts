import type { Dept } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hosts } from '../../../kit/hosts.ts';
import { request } from '../../../kit/request.ts';
import { useUnsaved } from '../../../kit/unsaved.ts';
import { useWords } from '../../../kit/words.ts';

const byOrder = (one: Dept, other: Dept) => one.orderNum - other.orderNum || one.deptId - other.deptId;

/** The numbers of siblings, given in their order, once `deptId` stands at `to`: 0, 1, 2 … */
export function ordered(siblings: readonly { deptId: number }[], deptId: number, to: number): Map<number, number> {
  const ids = siblings.map((row) => row.deptId).filter((id) => id !== deptId);
  return new Map(ids.toSpliced(to, 0, deptId).map((id, place) => [id, place]));
}

/** Departments in an order that is tried out here before it is saved, all of it or none. */
export function useDeptOrder(loaded: readonly Dept[] | undefined) {
  const t = useWords();
  const client = useQueryClient();
  const [tried, setTried] = useState<ReadonlyMap<number, number>>(new Map());
  const [said, say] = useState('');
  const rows = useMemo(
    () => loaded?.map((row) => ({ ...row, orderNum: tried.get(row.deptId) ?? row.orderNum })).sort(byOrder),
    [loaded, tried],
  );
  const changed = (loaded ?? []).filter(({ deptId, orderNum }) => (tried.get(deptId) ?? orderNum) !== orderNum);
  useUnsaved(changed.length > 0);

  const siblingsOf = (deptId: number) => {
    const parentId = rows?.find((row) => row.deptId === deptId)?.parentId;
    return (rows ?? []).filter((row) => row.parentId === parentId);
  };
  const placeOf = (deptId: number) => siblingsOf(deptId).findIndex((row) => row.deptId === deptId);
  const place = (deptId: number, to: number) => {
    const siblings = siblingsOf(deptId);
    if (to < 0 || to >= siblings.length) return;
    setTried(new Map([...tried, ...ordered(siblings, deptId, to)]));
    say(t('system.dept.movedTo', { name: siblings.find((row) => row.deptId === deptId)?.deptName, place: to + 1 }));
  };

  const save = useMutation({
    mutationFn: () =>
      request('PUT', '/system/dept/updateSort', {
        deptIds: changed.map(({ deptId }) => deptId).join(','),
        orderNums: changed.map(({ deptId }) => tried.get(deptId)).join(','),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['/system/dept'] });
      setTried(new Map());
      hosts.tell('success', t('system.dept.sorted'));
    },
  });

  return {
    rows,
    /** How many departments have another number than the server's. */
    changes: changed.length,
    said,
    movable: (deptId: number) => siblingsOf(deptId).length > 1,
    step: (deptId: number, by: -1 | 1) => place(deptId, placeOf(deptId) + by),
    moveTo: (deptId: number, over: number) => place(deptId, placeOf(over)),
    undo: () => setTried(new Map()),
    save: () => save.mutate(),
    saving: save.isPending,
  };
}
