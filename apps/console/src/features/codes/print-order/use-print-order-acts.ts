import { linkPrintOrder, type PrintOrder, refusePrintOrder, releasePrintOrder, revealPassword, withdrawPrintOrder } from '@suyuan/contract';
import { useState } from 'react';
import { useAction } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';

/** Dialog state: a link for the requester, or the password for the releaser. */
type Shown = { kind: 'link'; url: string; record: PrintOrder } | { kind: 'password'; password: string; record: PrintOrder };

const named = ({ handoverId, recipient, count }: PrintOrder) => ({ handoverId: String(handoverId), recipient, count: groupDigits(count) });

/** Actions of the user on a print order, the next step first. */
export function usePrintOrderActs() {
  const t = useWords();
  const { hasPermi } = useRights();
  const [shown, setShown] = useState<Shown>();
  const [release, refuse, withdraw] = [useAction(releasePrintOrder), useAction(refusePrintOrder), useAction(withdrawPrintOrder)];
  const [link, password] = [useAction(linkPrintOrder), useAction(revealPassword)];

  /** Resolves quietly on failure: the error is already displayed. */
  const done = async (act: Promise<unknown>, word: string) => {
    const answer = await act.then(
      () => true,
      () => false,
    );
    if (answer) hosts.tell('success', word);
  };
  const acts = {
    async release(record: PrintOrder) {
      const title = t('manage.handover.releaseAsk', named(record));
      const consent = await confirm({ title, content: t('manage.handover.releaseHint'), okText: t('manage.handover.do.release') });
      if (consent) await done(release.mutateAsync({ id: record.handoverId }), t('manage.handover.released.done'));
    },
    async refuse(record: PrintOrder) {
      const consent = await confirm({
        title: t('manage.handover.refuseAsk', named(record)),
        okText: t('manage.handover.do.refuse'),
        danger: true,
        reason: 'needed',
      });
      if (consent) await done(refuse.mutateAsync({ id: record.handoverId, reason: consent.reason }), t('manage.handover.refused.done'));
    },
    async withdraw(record: PrintOrder) {
      const consent = await confirm({
        title: t('manage.handover.withdrawAsk', named(record)),
        content: t('manage.handover.withdrawHint'),
        okText: t('manage.handover.do.withdraw'),
        danger: true,
      });
      if (consent) await done(withdraw.mutateAsync({ id: record.handoverId }), t('manage.handover.withdrawn.done'));
    },
    async link(record: PrintOrder) {
      const answer = (await link.mutateAsync({ id: record.handoverId }).catch(() => undefined)) as { url: string } | undefined;
      if (answer) setShown({ kind: 'link', url: answer.url, record });
    },
    async password(record: PrintOrder) {
      const answer = (await password.mutateAsync({ id: record.handoverId }).catch(() => undefined)) as { password: string } | undefined;
      if (answer) setShown({ kind: 'password', password: answer.password, record });
    },
  };

  const actsOf = (record: PrintOrder): MoreAction[] => {
    const { state, mine, released, passwordTime } = record;
    const act = (name: keyof typeof acts, permission: string, fits: boolean, danger = false) =>
      fits && hasPermi(permission)
        ? [{ key: name, label: t(`manage.handover.do.${name}`), danger, onClick: () => void acts[name](record) }]
        : [];
    const opened = ['building', 'ready', 'done', 'expired'].includes(state);
    return [
      ...act('release', releasePrintOrder.permission, state === 'pending' && !mine),
      ...act('link', linkPrintOrder.permission, state === 'ready' && mine),
      ...act('password', revealPassword.permission, opened && released && passwordTime === null),
      ...act('refuse', refusePrintOrder.permission, state === 'pending' && !mine, true),
      ...act(
        'withdraw',
        withdrawPrintOrder.permission,
        mine && ['pending', 'building', 'ready', 'failed', 'expired'].includes(state),
        true,
      ),
    ];
  };
  return { actsOf, shown, close: () => setShown(undefined) };
}
