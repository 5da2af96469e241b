import { type PrintOrder, printOrders } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { Mono } from '../../../ui/mono.tsx';
import './print-order.css';

/** A one-time download link, for the user or the printing house. */
export function PrintOrderLinkDialog({ url, record, onClose }: { url: string; record: PrintOrder; onClose: () => void }) {
  const t = useWords();
  const [open, setOpen] = useState(true);
  const client = useQueryClient();
  const whole = new URL(url, location.origin).href;
  const leave = () => setOpen(false);
  return (
    <Modal
      open={open}
      width={560}
      title={t('manage.handover.linkTitle')}
      onCancel={leave}
      afterClose={() => {
        void client.invalidateQueries({ queryKey: [printOrders.path] });
        onClose();
      }}
      footer={
        <>
          <Button onClick={leave}>{t('kit.cancel')}</Button>
          <Button type="primary" href={url} download onClick={() => setTimeout(leave)}>
            {t('manage.handover.do.link')}
          </Button>
        </>
      }
    >
      <p className="handover-secret">
        <Mono>{whole}</Mono>
      </p>
      <p>{t('manage.handover.linkMade', { time: record.expireTime?.slice(0, 16) ?? '' })}</p>
      <p className="handover-quiet">{t('manage.handover.linkHint')}</p>
    </Modal>
  );
}
