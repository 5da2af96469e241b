import type { ShipmentContent } from '@suyuan/contract';
import { Alert } from 'antd';
import { useWords } from '../../../data/words.ts';

export function ShipmentConcerns({ content: { lines, concerns } }: { content: ShipmentContent }) {
  const t = useWords();
  if (lines.length === 0) return null;
  const [stops, warns] = [concerns.filter(({ stops: stop }) => stop), concerns.filter(({ stops: stop }) => !stop)];
  const said = (some: typeof concerns) => (
    <ul className="dispatch-concerns">
      {some.map(({ message, lineId }) => (
        <li key={`${lineId}${message}`}>{message}</li>
      ))}
    </ul>
  );
  return (
    <div className="dispatch-alerts">
      {stops.length > 0 && <Alert type="error" showIcon title={t('manage.dispatch.stops')} description={said(stops)} />}
      {warns.length > 0 && <Alert type="warning" showIcon title={t('manage.dispatch.warns')} description={said(warns)} />}
      {concerns.length === 0 && <Alert type="success" showIcon title={t('manage.dispatch.ready')} />}
    </div>
  );
}
