import type { ShipmentContent } from '@suyuan/contract';
import { Alert } from 'antd';
import { useTranslations } from '../../../data/words.ts';

export function ShipmentConcerns({ content: { lines, concerns } }: { content: ShipmentContent }) {
  const t = useTranslations();
  if (lines.length === 0) return null;
  const [blocking, warnings] = [concerns.filter(({ stops: stop }) => stop), concerns.filter(({ stops: stop }) => !stop)];
  const messageList = (items: typeof concerns) => (
    <ul className="dispatch-concerns">
      {items.map(({ message, lineId }) => (
        <li key={`${lineId}${message}`}>{message}</li>
      ))}
    </ul>
  );
  return (
    <div className="dispatch-alerts">
      {blocking.length > 0 && <Alert type="error" showIcon title={t('manage.dispatch.stops')} description={messageList(blocking)} />}
      {warnings.length > 0 && <Alert type="warning" showIcon title={t('manage.dispatch.warns')} description={messageList(warnings)} />}
      {concerns.length === 0 && <Alert type="success" showIcon title={t('manage.dispatch.ready')} />}
    </div>
  );
}
