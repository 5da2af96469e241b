import {
  linkPrintOrder,
  type PrintOrder,
  type PrintOrderState,
  printOrders,
  refusePrintOrder,
  releasePrintOrder,
  revealPassword,
  withdrawPrintOrder,
} from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import './print-order.css';
import { useAction } from '../../../data/api.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import type { Tone } from '../../../ui/status-tones.tsx';

const tones: Record<PrintOrderState, Tone> = {
  pending: 'attention',
  building: 'verified',
  ready: 'verified',
  done: 'genuine',
  refused: 'grave',
  withdrawn: 'quiet',
  failed: 'grave',
  expired: 'expired',
};

export const toneOfState = (state: PrintOrderState): Tone => tones[state];

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
  const { hasPermi } = usePermissions();
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

/** Displays the password once. Only its button closes the dialog, so that a stray click does not lose it. */
export function PasswordDialog({ password, record, onClose }: { password: string; record: PrintOrder; onClose: () => void }) {
  const t = useTranslations();
  const [open, setOpen] = useState(true);
  return (
    <Modal
      open={open}
      title={t('manage.handover.passwordTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText={t('manage.handover.passwordKept')}
      onOk={() => setOpen(false)}
      afterClose={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
    >
      <p className="handover-secret handover-password">
        <CopyableText>{password}</CopyableText>
      </p>
      <p>
        {record.recipient} · {record.batchNo}
      </p>
      <p className="handover-quiet">{t('manage.handover.passwordHint')}</p>
    </Modal>
  );
}

/** A one-time download link, for the user or the printing house. */
export function PrintOrderLinkDialog({ url, record, onClose }: { url: string; record: PrintOrder; onClose: () => void }) {
  const t = useTranslations();
  const [open, setOpen] = useState(true);
  const client = useQueryClient();
  const absoluteUrl = new URL(url, location.origin).href;
  const closeDialog = () => setOpen(false);
  return (
    <Modal
      open={open}
      width={560}
      title={t('manage.handover.linkTitle')}
      onCancel={closeDialog}
      afterClose={() => {
        void client.invalidateQueries({ queryKey: [printOrders.path] });
        onClose();
      }}
      footer={
        <>
          <Button onClick={closeDialog}>{t('kit.cancel')}</Button>
          <Button type="primary" href={url} download onClick={() => setTimeout(closeDialog)}>
            {t('manage.handover.do.link')}
          </Button>
        </>
      }
    >
      <p className="handover-secret">
        <CopyableText>{absoluteUrl}</CopyableText>
      </p>
      <p>{t('manage.handover.linkMade', { time: record.expireTime?.slice(0, 16) ?? '' })}</p>
      <p className="handover-quiet">{t('manage.handover.linkHint')}</p>
    </Modal>
  );
}
