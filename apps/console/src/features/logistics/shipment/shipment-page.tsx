import { batches, dealers, type Shipment, type ShipmentDealer, shipmentKinds, shipmentStates, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Spin } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { AutocompleteSelect, RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { ShipmentFields, useShipmentStep } from './shipment-actions.tsx';

export default function ShipmentPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { moves, take: runStep, confirmingIds } = useShipmentStep();
  const [{ batchId }] = useListQuery();
  const defaults = useShipmentDefaults(batchId);
  /** The next step. Shipping requires at least one line. */
  const nextStep = (shipment: Shipment) =>
    moves(shipment).find((step) => step === 'receive' || (step === 'ship' && shipment.lineCount > 0));
  const partyName = (name: string) => name || t('manage.dispatch.ownStore');
  return (
    <ResourcePage
      resource={shipments}
      hiddenAtFirst={['createTime']}
      blank={defaults}
      detail={({ dispatchId }) => `/manage/dispatch/${dispatchId}`}
      onAdded={(id) => void navigate(`/manage/dispatch/${id}${batchId ? `?batchId=${batchId}` : ''}`)}
      protectionOf={({ state }) => state !== 'draft' && (state !== 'cancelled' || 'closed')}
      columns={[
        columnOf(shipments, 'dispatchNo'),
        columnOf(shipments, 'state', (state) => <CodeBadge of={shipments} field="state" value={state} />),
        columnOf(shipments, 'kind', (kind) => t(`manage.dispatch.kind.${kind}`)),
        columnOf(shipments, 'fromName', partyName),
        columnOf(shipments, 'toName', partyName),
        columnOf(shipments, 'codeCount'),
        columnOf(shipments, 'shipTime'),
        columnOf(shipments, 'receiveTime'),
        columnOf(shipments, 'createTime'),
      ]}
      filters={
        <>
          <Form.Item name="dispatchNo" label={t('manage.dispatch.dispatchNo')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="state" label={t('common.field.state')}>
            <Select allowClear options={shipmentStates.map((value) => ({ value, label: t(`manage.dispatch.state.${value}`) }))} />
          </Form.Item>
          <Form.Item name="dealerId" label={t('manage.dispatch.dealerId')}>
            <DealerFilter />
          </Form.Item>
          <Form.Item name="kind" label={t('manage.dispatch.kind')}>
            <Select allowClear options={shipmentKinds.map((value) => ({ value, label: t(`manage.dispatch.kind.${value}`) }))} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.dispatch.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <RangeFilter label={t('common.field.createTime')} />
        </>
      }
      filterText={{
        batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
        dealerId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
      }}
      form={<ShipmentFields />}
      rowActions={(shipment) => {
        const next = nextStep(shipment);
        return (
          next && (
            <button
              type="button"
              className="row-link"
              aria-busy={confirmingIds.includes(shipment.dispatchId)}
              onClick={() => void runStep(next, shipment)}
            >
              {t(`manage.dispatch.do.${next}`)} {confirmingIds.includes(shipment.dispatchId) && <Spin size="small" />}
            </button>
          )
        );
      }}
      moreActions={(shipment) =>
        moves(shipment)
          .filter((step) => step !== nextStep(shipment))
          .map((step) => ({
            key: step,
            label: t(`manage.dispatch.do.${step}`),
            danger: step === 'cancel',
            onClick: () => void runStep(step, shipment),
          }))
      }
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
    if (!batch?.intendedDealerId) return { kind: 'out' as const };
    const { intendedDealerId: toId, intendedDealerName: toName, intendedRegionCode: regionCode } = batch;
    return { kind: 'out' as const, toId, toName, regionCode };
  }, [batchId, data]);
}

const DealerFilter = (props: { value?: string | number; onChange?: (id: number | undefined) => void; id?: string }) => (
  <AutocompleteSelect<ShipmentDealer>
    {...props}
    value={props.value === undefined ? undefined : Number(props.value)}
    path={`${shipments.path}/dealers`}
    toOption={({ channelBusinessId, channelBusinessName, channelBusinessCode }) => ({
      ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode },
    })}
    allowClear
  />
);
