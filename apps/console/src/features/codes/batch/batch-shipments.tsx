import { shipments } from '@suyuan/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import type { Batch } from './batch-steps.ts';

/** Shipments of a batch. A new shipment is prefilled with the intended dealer. */
export function BatchShipments({ batch: { batchId, state } }: { batch: Batch }) {
  const t = useTranslations();
  const navigate = useNavigate();
  return (
    <>
      {(state === 'active' || state === 'closed') && (
        <Can do={[shipments.permission('add')]}>
          <p className="batch-tab-act">
            <Button onClick={() => void navigate(`${shipments.path}?batchId=${batchId}`, { state: { add: true } })}>
              {t('manage.dispatch.begin')}
            </Button>
          </p>
        </Can>
      )}
      <ShipmentTable owner={{ batchId }} emptyKey="manage.dispatch.noneOfBatch" />
    </>
  );
}
