import { type PrintOrder, printOrders } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import './print-order.css';

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
