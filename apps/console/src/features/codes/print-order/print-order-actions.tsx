import { type PrintOrder, type PrintOrderState, printOrderLifeCycle, printOrders } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { groupDigits } from '../../../ui/number-format.ts';
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

/** Steps of the user on a print order. */
export function usePrintOrderLifeCycle() {
  const [dialog, setDialog] = useState<OrderDialog>();
  const [link, password] = [useCall(printOrderLifeCycle.steps.link), useCall(printOrderLifeCycle.steps.password)];
  // a refusal is already displayed
  const openLink = async (record: PrintOrder) => {
    const response = await link.mutateAsync({ id: record.handoverId }).catch(() => undefined);
    if (response) setDialog({ kind: 'link', url: response.url, record });
  };
  const openPassword = async (record: PrintOrder) => {
    const response = await password.mutateAsync({ id: record.handoverId }).catch(() => undefined);
    if (response) setDialog({ kind: 'password', password: response.password, record });
  };
  const { actionsOf } = useLifeCycle(printOrderLifeCycle, {
    params: ({ handoverId, recipient, count }: PrintOrder) => ({ name: String(handoverId), recipient, count: groupDigits(count) }),
    isAvailable({ mine, released, passwordTime }, step) {
      if (step === 'password') return released && passwordTime === null;
      return step === 'link' || step === 'withdraw' ? mine : !mine;
    },
    intercept(step, record) {
      if (step === 'link') void openLink(record);
      if (step === 'password') void openPassword(record);
      return step === 'link' || step === 'password';
    },
  });
  return { actionsOf, dialog, close: () => setDialog(undefined) };
}

const secret = 'rounded bg-hover px-4 py-3 wrap-anywhere';

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
      okText={t('manage.handover.passwordSaved')}
      onOk={() => setOpen(false)}
      afterClose={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
    >
      <p className={`${secret} text-lg/7`} data-show-copy>
        <CopyableText>{password}</CopyableText>
      </p>
      <p>
        {record.recipient} · {record.batchNo}
      </p>
      <p className="m-0 text-muted">{t('manage.handover.passwordHint')}</p>
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
      <p className={secret} data-show-copy>
        <CopyableText>{absoluteUrl}</CopyableText>
      </p>
      <p>{t('manage.handover.linkMade', { time: record.expireTime?.slice(0, 16) ?? '' })}</p>
      <p className="m-0 text-muted">{t('manage.handover.linkHint')}</p>
    </Modal>
  );
}
