import { batches, dealers, type Shipment, type ShipmentDealer, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { AutocompleteSelect, RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { dealerOption, ShipmentFields, shipmentDealersPath, useShipmentLifeCycle } from './shipment-actions.tsx';

export default function ShipmentPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { offer, confirmingIds } = useShipmentLifeCycle();
  const [{ batchId }] = useListQuery();
  const defaults = useShipmentDefaults(batchId);
  /** Shipping requires at least one line. */
  const offerOf = (shipment: Shipment) => {
    const { next, others } = offer(shipment);
    return next?.key === 'ship' && shipment.lineCount === 0 ? { next: undefined, others: [next, ...others] } : { next, others };
  };
  const partyName = (name: string) => name || t('manage.dispatch.ownStore');
  return (
    <ResourcePage
      resource={shipments}
      blank={defaults}
      detail={({ dispatchId }) => `/manage/dispatch/${dispatchId}`}
      onAdded={(id) => void navigate(`/manage/dispatch/${id}${batchId ? `?batchId=${batchId}` : ''}`)}
      isEditable={({ state }) => state === 'draft'}
      isRemovable={({ state }) => state === 'draft' || state === 'cancelled'}
      cells={{
        state: (state) => <CodeBadge of={shipments} field="state" value={state} />,
        fromName: partyName,
        toName: partyName,
      }}
      filterControls={{
        dealerId: <DealerFilter />,
        batchId: <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />,
      }}
      filterText={{
        batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
        dealerId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
      }}
      form={<ShipmentFields />}
      rowActions={(shipment) => {
        const { next } = offerOf(shipment);
        return (
          next && (
            <LinkButton aria-busy={confirmingIds.includes(shipment.dispatchId)} onClick={next.onClick}>
              {next.label} {confirmingIds.includes(shipment.dispatchId) && <Spin size="small" />}
            </LinkButton>
          )
        );
      }}
      moreActions={(shipment) => offerOf(shipment).others}
    />
  );
}

/** Defaults of a new shipment: if the list is filtered by batch, the batch's intended dealer. */
function useShipmentDefaults(batchId: string | undefined) {
  const canReadBatches = usePermission(batches.permission('read'));
  const { data } = useQuery({
    ...recordQueryOptions(batches, batchId ?? 0),
    enabled: canReadBatches && batchId !== undefined,
    meta: { ownErrors: true },
  });
  return useMemo(() => {
    const batch = batchId === undefined ? undefined : data;
    if (!batch?.intendedDealerId) return {};
    const { intendedDealerId: toId, intendedDealerName: toName, intendedRegionCode: regionCode } = batch;
    return { toId, toName, regionCode };
  }, [batchId, data]);
}

const DealerFilter = (props: { value?: string | number; onChange?: (id: number | undefined) => void; id?: string }) => (
  <AutocompleteSelect<ShipmentDealer>
    {...props}
    value={props.value === undefined ? undefined : Number(props.value)}
    path={shipmentDealersPath}
    toOption={dealerOption}
    allowClear
  />
);
