import type { PrintOrder } from '@suyuan/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import './print-order.css';

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
