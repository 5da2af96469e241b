import { type Shipment, type ShipmentContent, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { getQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts, LifecycleTimeline } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RegionName } from '../../../ui/region-select.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { ShipmentFields, useShipmentStep } from './shipment-actions.tsx';
import { AddLines, ShipmentLines } from './shipment-lines.tsx';
import './shipment.css';

function ShipmentConcerns({ content: { lines, concerns } }: { content: ShipmentContent }) {
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

/** Poll interval while a shipment is being processed, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

export default function ShipmentDetailPage() {
  const { dispatchId = '' } = useParams();
  const shipmentQuery = useQuery({
    ...recordQueryOptions(shipments, dispatchId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data?.state === 'shipping' ? POLL_INTERVAL_MS : false),
  });
  useTabTitle(shipmentQuery.data?.dispatchNo);
  if (shipmentQuery.error && !shipmentQuery.data)
    return <ErrorState error={shipmentQuery.error} onRetry={() => void shipmentQuery.refetch()} listHref={shipments.path} />;
  return <div className="page">{shipmentQuery.data ? <ShipmentDetail shipment={shipmentQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const t = useTranslations();
  const { dispatchId, dispatchNo, state, stateReason } = shipment;
  const { moves, take: runStep, busy } = useShipmentStep();
  const [editing, setEditing] = useState(false);
  const content = useQuery({ ...getQueryOptions<ShipmentContent>(shipments, `/${dispatchId}/content`), meta: { ownErrors: true } });
  const canEdit = usePermission(shipments.permission('edit')) && state === 'draft';
  const [next, ...otherSteps] = moves(shipment).filter((step) => step !== 'cancel' || state === 'draft');
  const isBlocked = content.data?.concerns.some((concern) => concern.stops) ?? false;
  const mainStep = next === 'cancel' ? undefined : next;
  const menuItems = [
    ...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []),
    ...[...(mainStep ? [] : next ? [next] : []), ...otherSteps].map((step) => ({
      key: step,
      label: t(`manage.dispatch.do.${step}`),
      danger: step === 'cancel',
      onClick: () => void runStep(step, shipment),
    })),
  ];
  return (
    <>
      <PageHeader
        title={<CopyableText>{dispatchNo}</CopyableText>}
        titleExtra={<CodeBadge of={shipments} field="state" value={state} />}
        actions={
          <>
            {mainStep && (
              <Button
                type="primary"
                loading={busy}
                disabled={mainStep === 'ship' && (isBlocked || shipment.lineCount === 0)}
                onClick={() => void runStep(mainStep, shipment)}
              >
                {t(`manage.dispatch.do.${mainStep}`)}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: dispatchNo })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && <Alert type={state === 'draft' ? 'error' : 'info'} showIcon className="dispatch-why" title={stateReason} />}
      <ShipmentFacts shipment={shipment} />
      <ShipmentLifecycle shipment={shipment} />
      <section className="card dispatch-card" aria-labelledby="dispatch-content">
        <h2 id="dispatch-content">{t('manage.dispatch.content')}</h2>
        {content.error && !content.data ? (
          <ErrorState error={content.error} onRetry={() => void content.refetch()} />
        ) : content.data ? (
          <>
            {state === 'draft' && <ShipmentConcerns content={content.data} />}
            {canEdit && <AddLines dispatchId={dispatchId} />}
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

function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const t = useTranslations();
  const { kind, fromName, toName, codeCount, carrier, trackingNo, regionCode } = shipment;
  const ownStoreLabel = t('manage.dispatch.ownStore');
  const none = <span className="none">—</span>;
  const delivery: ReactNode =
    carrier || trackingNo ? (
      <>
        {carrier} {trackingNo && <CopyableText>{trackingNo}</CopyableText>}
      </>
    ) : (
      none
    );
  return (
    <KeyFacts
      facts={[
        { label: t('manage.dispatch.kind'), value: t(`manage.dispatch.kind.${kind}`) },
        { label: t('manage.dispatch.fromName'), value: fromName || ownStoreLabel },
        { label: t('manage.dispatch.toName'), value: toName || ownStoreLabel },
        {
          label: t('manage.dispatch.codeCount'),
          value: (
            <span className="numeral" title={t('manage.dispatch.codeCount.hint')}>
              {groupDigits(codeCount)}
            </span>
          ),
        },
        { label: t('manage.dispatch.regionCode'), value: regionCode ? <RegionName code={regionCode} /> : none },
        { label: t('manage.dispatch.carrier'), value: delivery },
      ]}
    />
  );
}

function ShipmentLifecycle({ shipment }: { shipment: Shipment }) {
  const t = useTranslations();
  const { state, createBy, createTime, shipBy, shipTime, receiveBy, receiveTime, updateBy, updateTime } = shipment;
  const note = (userName: string | null, time: string | null) =>
    time && (
      <>
        {userName && <span className="life-who">{userName} </span>}
        <TimeText value={time} />
      </>
    );
  const stateLabel = (name: Shipment['state']) => t(`manage.dispatch.state.${name}`);
  const steps = [
    { key: 'draft', title: stateLabel(state === 'shipping' ? 'shipping' : 'draft'), note: note(createBy, createTime) },
    { key: 'shipped', title: stateLabel('shipped'), note: note(shipBy, shipTime) },
    { key: 'received', title: stateLabel('received'), note: note(receiveBy, receiveTime) },
  ];
  const isCancelled = state === 'cancelled';
  return (
    <LifecycleTimeline
      label={t('manage.dispatch.life')}
      steps={isCancelled ? steps.slice(0, 1) : steps}
      current={isCancelled || state === 'shipping' ? 'draft' : state}
      {...(isCancelled && { exceptionState: stateLabel('cancelled'), exceptionNote: note(updateBy, updateTime) })} // a cancelled shipment is final
    />
  );
}
