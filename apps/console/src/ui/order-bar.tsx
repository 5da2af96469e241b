import { Button } from 'antd';
import type { useTreeOrder } from '../data/tree-order.ts';
import { useTranslations } from '../data/words.ts';

/** Also announces moves to screen readers. */
export function OrderBar({ order }: { order: ReturnType<typeof useTreeOrder> }) {
  const t = useTranslations();
  return (
    <>
      {order.changes > 0 && (
        <div className="order-bar">
          <span>{t('kit.order.unsaved', { count: order.changes })}</span>
          <Button onClick={order.undo}>{t('kit.order.undo')}</Button>
          <Button type="primary" onClick={order.save} loading={order.saving}>
            {t('kit.order.save')}
          </Button>
        </div>
      )}
      <span className="unseen" role="status">
        {order.announcement}
      </span>
    </>
  );
}
