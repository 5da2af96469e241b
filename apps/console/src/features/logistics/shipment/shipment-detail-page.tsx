import { type Shipment, type ShipmentContent, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { getOf, readOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts, LifeLine } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RegionName } from '../../../ui/region-select.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';
import { AddLines } from './add-lines.tsx';
import { ShipmentConcerns } from './shipment-concerns.tsx';
import { ShipmentFields } from './shipment-fields.tsx';
import { ShipmentLines } from './shipment-lines.tsx';
import { useShipmentStep } from './use-shipment-step.tsx';
import './shipment.css';

/** Poll interval while a shipment is being processed, in milliseconds. */
const PULSE = 1000;

export default function ShipmentDetailPage() {
  const { dispatchId = '' } = useParams();
  const read = useQuery({
    ...readOf(shipments, dispatchId),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data?.state === 'shipping' ? PULSE : false),
  });
  useTabTitle(read.data?.dispatchNo);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={shipments.path} />;
  return <div className="page">{read.data ? <ShipmentDetail dispatch={read.data} /> : <Waiting rows={12} />}</div>;
}

function ShipmentDetail({ dispatch: shipment }: { dispatch: Shipment }) {
  const t = useWords();
  const { dispatchId, dispatchNo, state, stateReason } = shipment;
  const { moves, take, busy } = useShipmentStep();
  const [editing, setEditing] = useState(false);
  const content = useQuery({ ...getOf<ShipmentContent>(shipments, `/${dispatchId}/content`), meta: { ownErrors: true } });
  const editable = usePermission(shipments.permission('edit')) && state === 'draft';
  const [next, ...rest] = moves(shipment).filter((step) => step !== 'cancel' || state === 'draft');
  const stops = content.data?.concerns.some((concern) => concern.stops) ?? false;
  const onward = next === 'cancel' ? undefined : next;
  const menu = [
    ...(editable ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []),
    ...[...(onward ? [] : next ? [next] : []), ...rest].map((step) => ({
      key: step,
      label: t(`manage.dispatch.do.${step}`),
      danger: step === 'cancel',
      onClick: () => void take(step, shipment),
    })),
  ];
  return (
    <>
      <PageHeader
        title={<Mono>{dispatchNo}</Mono>}
        beside={<CodeBadge of={shipments} field="state" value={state} />}
        actions={
          <>
            {onward && (
              <Button
                type="primary"
                loading={busy}
                disabled={onward === 'ship' && (stops || shipment.lineCount === 0)}
                onClick={() => void take(onward, shipment)}
              >
                {t(`manage.dispatch.do.${onward}`)}
              </Button>
            )}
            {menu.length > 0 && (
              <Dropdown menu={{ items: menu }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: dispatchNo })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && <Alert type={state === 'draft' ? 'error' : 'info'} showIcon className="dispatch-why" title={stateReason} />}
      <ShipmentFacts dispatch={shipment} />
      <ShipmentLife dispatch={shipment} />
      <section className="card dispatch-card" aria-labelledby="dispatch-content">
        <h2 id="dispatch-content">{t('manage.dispatch.content')}</h2>
        {content.error && !content.data ? (
          <Failed error={content.error} onRetry={() => void content.refetch()} />
        ) : content.data ? (
          <>
            {state === 'draft' && <ShipmentConcerns content={content.data} />}
            {editable && <AddLines dispatchId={dispatchId} />}
            <ShipmentLines dispatch={shipment} content={content.data} editable={editable} />
          </>
        ) : (
          <Waiting rows={4} />
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

function ShipmentFacts({ dispatch: shipment }: { dispatch: Shipment }) {
  const t = useWords();
  const { kind, fromName, toName, codeCount, carrier, trackingNo, regionCode } = shipment;
  const own = t('manage.dispatch.ownStore');
  const none = <span className="none">—</span>;
  const shipped: ReactNode =
    carrier || trackingNo ? (
      <>
        {carrier} {trackingNo && <Mono>{trackingNo}</Mono>}
      </>
    ) : (
      none
    );
  return (
    <KeyFacts
      facts={[
        { label: t('manage.dispatch.kind'), value: t(`manage.dispatch.kind.${kind}`) },
        { label: t('manage.dispatch.fromName'), value: fromName || own },
        { label: t('manage.dispatch.toName'), value: toName || own },
        {
          label: t('manage.dispatch.codeCount'),
          value: (
            <span className="numeral" title={t('manage.dispatch.codeCount.hint')}>
              {groupDigits(codeCount)}
            </span>
          ),
        },
        { label: t('manage.dispatch.regionCode'), value: regionCode ? <RegionName code={regionCode} /> : none },
        { label: t('manage.dispatch.carrier'), value: shipped },
      ]}
    />
  );
}

function ShipmentLife({ dispatch: shipment }: { dispatch: Shipment }) {
  const t = useWords();
  const { state, createBy, createTime, shipBy, shipTime, receiveBy, receiveTime, updateBy, updateTime } = shipment;
  const note = (who: string | null, when: string | null) =>
    when && (
      <>
        {who && <span className="life-who">{who} </span>}
        <TimeText value={when} />
      </>
    );
  const word = (name: Shipment['state']) => t(`manage.dispatch.state.${name}`);
  const steps = [
    { key: 'draft', title: word(state === 'shipping' ? 'shipping' : 'draft'), note: note(createBy, createTime) },
    { key: 'shipped', title: word('shipped'), note: note(shipBy, shipTime) },
    { key: 'received', title: word('received'), note: note(receiveBy, receiveTime) },
  ];
  const off = state === 'cancelled';
  return (
    <LifeLine
      label={t('manage.dispatch.life')}
      steps={off ? steps.slice(0, 1) : steps}
      now={off || state === 'shipping' ? 'draft' : state}
      {...(off && { off: word('cancelled'), offNote: note(updateBy, updateTime) })} // a cancelled shipment is final
    />
  );
}
