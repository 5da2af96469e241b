import { shipments } from '@suyuan/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import type { Batch } from './batch-steps.ts';

/** Where the goods of a batch went, and a new document for more of them: it begins with whom they are meant for. */
export function BatchShipments({ batch: { batchId, state } }: { batch: Batch }) {
  const t = useWords();
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
      <ShipmentTable about={{ batchId }} none="manage.dispatch.noneOfBatch" />
    </>
  );
}
