import { dealers, type Shipment, type ShipmentContent, shipmentContent, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts, LifeCycleTimeline } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { RegionName } from '../../../ui/region-select.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { stepNote } from '../../../ui/user-name.tsx';
import { ShipmentFields, useShipmentLifeCycle } from './shipment-actions.tsx';
import { AddLines, ShipmentLines } from './shipment-lines.tsx';

function ShipmentConcerns({ content: { lines, concerns } }: { content: ShipmentContent }) {
  const t = useTranslations();
  if (lines.length === 0) return null;
  const [blocking, warnings] = [concerns.filter(({ stops }) => stops), concerns.filter(({ stops }) => !stops)];
  const messageList = (items: typeof concerns) => (
    <ul className="m-0 pl-4">
      {items.map(({ message, lineId }) => (
        <li key={`${lineId}${message}`}>{message}</li>
      ))}
    </ul>
  );
  return (
    <div className="mb-4 grid gap-2">
      {blocking.length > 0 && <Alert type="error" showIcon title={t('manage.dispatch.stops')} description={messageList(blocking)} />}
      {warnings.length > 0 && <Alert type="warning" showIcon title={t('manage.dispatch.warns')} description={messageList(warnings)} />}
      {concerns.length === 0 && <Alert type="success" showIcon title={t('manage.dispatch.ready')} />}
    </div>
  );
}

/** Poll interval while a shipment is being processed, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

export default function ShipmentDetailPage() {
  const { dispatchId = '' } = useParams();
  return (
    <DetailPage
      hasLifeCycle
      of={shipments}
      id={dispatchId}
      titleOf={({ dispatchNo }) => dispatchNo}
      refetchInterval={({ state }) => state === 'shipping' && POLL_INTERVAL_MS}
    >
      {(shipment) => <ShipmentDetail shipment={shipment} />}
    </DetailPage>
  );
}

function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const t = useTranslations();
  const { dispatchId, dispatchNo, kind, state, stateReason } = shipment;
  const { offer, busy } = useShipmentLifeCycle();
  const [editing, setEditing] = useState(false);
  const content = useQuery({ ...endpointQueryOptions(shipmentContent, { id: dispatchId }), meta: { ownErrors: true } });
  const canEdit = usePermission(shipments.permission('edit')) && state === 'draft';
  const { next, others } = offer(shipment);
  const isBlocked = content.data?.concerns.some((concern) => concern.stops) ?? false;
  const menuItems = [...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []), ...others];
  return (
    <>
      <PageHeader
        title={
          <>
            {shipment[kind === 'return' ? 'fromName' : 'toName'] || t('manage.dispatch.ownStore')} ·{' '}
            <CopyableText>{dispatchNo}</CopyableText>
          </>
        }
        titleExtra={<CodeBadge of={shipments} field="state" value={state} />}
        cause={
          // a receipt has a remark, not a reason
          state === 'cancelled' && stateReason ? t('kit.pair', { what: t('common.field.stateReason'), which: stateReason }) : stateReason
        }
        actions={
          <>
            {next && (
              <Button
                type="primary"
                loading={busy}
                disabled={next.key === 'ship' && (isBlocked || shipment.lineCount === 0)}
                onClick={next.onClick}
              >
                {next.label}
              </Button>
            )}
            <MoreMenu name={dispatchNo} items={menuItems} />
          </>
        }
      />
      <ShipmentFacts shipment={shipment} unitCount={content.data?.unitCount ?? null} />
      <section className="card px-6 py-4 max-md:px-4" aria-labelledby="dispatch-content">
        <h2 id="dispatch-content">{t('manage.dispatch.content')}</h2>
        {content.error && !content.data ? (
          <ErrorState error={content.error} onRetry={() => void content.refetch()} />
        ) : content.data ? (
          <>
            {state === 'draft' && <ShipmentConcerns content={content.data} />}
            {canEdit && <AddLines dispatchId={dispatchId} isOpen={content.data.lines.length === 0} />}
            <ShipmentLines shipment={shipment} content={content.data} canEdit={canEdit} />
          </>
        ) : (
          <LoadingState rows={4} />
        )}
      </section>
      {editing && (
        <ResourceForm resource={shipments} record={shipment} onClose={() => setEditing(false)}>
          <ShipmentFields />
        </ResourceForm>
      )}
    </>
  );
}

function ShipmentFacts({ shipment, unitCount }: { shipment: Shipment; unitCount: number | null }) {
  const t = useTranslations();
  const canReadDealers = usePermission(dealers.permission('read'));
  const partyLink = (name: string, id: number | null) =>
    name && canReadDealers ? <RowLink to={`${dealers.path}/${id}`}>{name}</RowLink> : name || t('manage.dispatch.ownStore');
  const none = <span className="text-muted">—</span>;
  const facts = useKeyFacts(shipments, shipment, {
    fromName: (name, { fromId }) => partyLink(name, fromId),
    toName: (name, { toId }) => partyLink(name, toId),
    codeCount: (count) => (
      <span className="tabular-nums" title={t('manage.dispatch.codeCount.hint')}>
        {groupDigits(count)}
        {unitCount !== null && unitCount !== count && ` · ${t('manage.dispatch.unitCount', { count: unitCount })}`}
      </span>
    ),
    regionCode: (code) => (code ? <RegionName code={code} /> : none),
    carrier: (carrier, { trackingNo }) =>
      carrier || trackingNo ? (
        <>
          {carrier} {trackingNo && <CopyableText>{trackingNo}</CopyableText>}
        </>
      ) : (
        none
      ),
  });
  return (
    <KeyFacts facts={facts('kind', 'fromName', 'toName', 'codeCount', 'regionCode', 'carrier')}>
      <ShipmentLifeCycle shipment={shipment} />
    </KeyFacts>
  );
}

function ShipmentLifeCycle({ shipment }: { shipment: Shipment }) {
  const t = useTranslations();
  const { state, createBy, createTime, shipBy, shipTime, receiveBy, receiveTime, updateBy, updateTime } = shipment;
  const stateLabel = (name: Shipment['state']) => t(`manage.dispatch.state.${name}`);
  const steps = [
    { key: 'draft', title: stateLabel(state === 'shipping' ? 'shipping' : 'draft'), note: stepNote(createBy, createTime) },
    { key: 'shipped', title: stateLabel('shipped'), note: stepNote(shipBy, shipTime) },
    { key: 'received', title: stateLabel('received'), note: stepNote(receiveBy, receiveTime) },
  ];
  const isCancelled = state === 'cancelled';
  return (
    <LifeCycleTimeline
      label={t('manage.dispatch.life')}
      steps={isCancelled ? steps.slice(0, 1) : steps}
      current={isCancelled || state === 'shipping' ? 'draft' : state}
      {...(isCancelled && {
        exceptionState: stateLabel('cancelled'),
        exceptionTone: toneOfStatus('cancelled'),
        // a cancelled shipment is final
        exceptionNote: stepNote(updateBy, updateTime),
      })}
    />
  );
}
