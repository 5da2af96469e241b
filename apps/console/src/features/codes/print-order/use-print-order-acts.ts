import { linkPrintOrder, type PrintOrder, refusePrintOrder, releasePrintOrder, revealPassword, withdrawPrintOrder } from '@suyuan/contract';
import { useState } from 'react';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';

/** Dialog state: a link for the requester, or the password for the releaser. */
type OrderDialog = { kind: 'link'; url: string; record: PrintOrder } | { kind: 'password'; password: string; record: PrintOrder };

const messageParams = ({ handoverId, recipient, count }: PrintOrder) => ({
  handoverId: String(handoverId),
  recipient,
  count: groupDigits(count),
});

/** Actions of the user on a print order, the next step first. */
export function usePrintOrderActions() {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const [dialog, setDialog] = useState<OrderDialog>();
  const [release, refuse, withdraw] = [useAction(releasePrintOrder), useAction(refusePrintOrder), useAction(withdrawPrintOrder)];
  const [link, password] = [useAction(linkPrintOrder), useAction(revealPassword)];

  /** Resolves quietly on failure: the error is already displayed. */
  const notifyDone = async (mutation: Promise<unknown>, message: string) => {
    const isSuccess = await mutation.then(
      () => true,
      () => false,
    );
    if (isSuccess) shellServices.notify('success', message);
  };
  const acts = {
    async release(record: PrintOrder) {
      const title = t('manage.handover.releaseAsk', messageParams(record));
      const confirmation = await confirm({ title, content: t('manage.handover.releaseHint'), okText: t('manage.handover.do.release') });
      if (confirmation) await notifyDone(release.mutateAsync({ id: record.handoverId }), t('manage.handover.released.done'));
    },
    async refuse(record: PrintOrder) {
      const confirmation = await confirm({
        title: t('manage.handover.refuseAsk', messageParams(record)),
        okText: t('manage.handover.do.refuse'),
        danger: true,
        reason: 'needed',
      });
      if (confirmation)
        await notifyDone(refuse.mutateAsync({ id: record.handoverId, reason: confirmation.reason }), t('manage.handover.refused.done'));
    },
    async withdraw(record: PrintOrder) {
      const confirmation = await confirm({
        title: t('manage.handover.withdrawAsk', messageParams(record)),
        content: t('manage.handover.withdrawHint'),
        okText: t('manage.handover.do.withdraw'),
        danger: true,
      });
      if (confirmation) await notifyDone(withdraw.mutateAsync({ id: record.handoverId }), t('manage.handover.withdrawn.done'));
    },
    async link(record: PrintOrder) {
      const response = (await link.mutateAsync({ id: record.handoverId }).catch(() => undefined)) as { url: string } | undefined;
      if (response) setDialog({ kind: 'link', url: response.url, record });
    },
    async password(record: PrintOrder) {
      const response = (await password.mutateAsync({ id: record.handoverId }).catch(() => undefined)) as { password: string } | undefined;
      if (response) setDialog({ kind: 'password', password: response.password, record });
    },
  };

  const actsOf = (record: PrintOrder): MoreAction[] => {
    const { state, mine, released, passwordTime } = record;
    const action = (name: keyof typeof acts, permission: string, isAvailable: boolean, danger = false) =>
      isAvailable && hasPermi(permission)
        ? [{ key: name, label: t(`manage.handover.do.${name}`), danger, onClick: () => void acts[name](record) }]
        : [];
    const isReleasedState = ['building', 'ready', 'done', 'expired'].includes(state);
    return [
      ...action('release', releasePrintOrder.permission, state === 'pending' && !mine),
      ...action('link', linkPrintOrder.permission, state === 'ready' && mine),
      ...action('password', revealPassword.permission, isReleasedState && released && passwordTime === null),
      ...action('refuse', refusePrintOrder.permission, state === 'pending' && !mine, true),
      ...action(
        'withdraw',
        withdrawPrintOrder.permission,
        mine && ['pending', 'building', 'ready', 'failed', 'expired'].includes(state),
        true,
      ),
    ];
  };
  return { actsOf, dialog, close: () => setDialog(undefined) };
}
