import {
  batches,
  codes,
  type PrintOrderDetail,
  type PrintOrderInput,
  type PrintOrderState,
  printOrders,
  requestPrintOrder,
} from '@suyuan/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useDisplayName } from '../../../data/user-names.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts, LifeCycleTimeline } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { formatBytes } from '../../../ui/format-amount.ts';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { stepNote } from '../../../ui/user-name.tsx';
import { PasswordDialog, PrintOrderLinkDialog, toneOfState, usePrintOrderLifeCycle } from './print-order-actions.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card mb-4 px-6 py-4 max-md:p-4">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function PrintOrderFiles({ record: { files, downloads, state, kind } }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const isWritten = state === 'done' || files.length > 0;
  return (
    <>
      <Part title={t('manage.handover.files')}>
        {files.length === 0 ? (
          <p className="m-0 text-muted">
            {isWritten
              ? t('manage.handover.filesMany')
              : isRepeatable(state)
                ? t('manage.handover.filesNever')
                : t('manage.handover.filesLater', { kind })}
          </p>
        ) : (
          <SubTable
            rowKey="name"
            pagination={files.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            dataSource={files}
            columns={[
              { key: 'name', title: t('manage.handover.fileName'), render: (_, { name }) => <span className="mono-text">{name}</span> },
              { key: 'range', title: t('manage.batch.range'), render: (_, { from, to }) => ordinalRange(from, to) },
              {
                key: 'count',
                title: t('manage.handover.count'),
                align: 'right',
                className: 'tabular-nums',
                render: (_, { count }) => groupDigits(count),
              },
              {
                key: 'bytes',
                title: t('manage.handover.fileBytes'),
                align: 'right',
                className: 'tabular-nums',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'sha256', title: t('manage.handover.sha256'), render: (_, { sha256 }) => <CopyableText>{sha256}</CopyableText> },
            ]}
          />
        )}
      </Part>
      <Part title={t('manage.handover.downloads')}>
        {downloads.length === 0 ? (
          <p className="m-0 text-muted">{t('manage.handover.downloadsNone')}</p>
        ) : (
          <SubTable
            rowKey="downloadId"
            dataSource={downloads}
            columns={[
              {
                key: 'beginTime',
                title: t('manage.handover.beginTime'),
                render: (_, { beginTime }) => <TimeText value={beginTime} seconds />,
              },
              {
                key: 'endTime',
                title: t('manage.handover.endTime'),
                render: (_, { endTime }) => (endTime ? <TimeText value={endTime} seconds /> : <span className="text-muted">—</span>),
              },
              {
                key: 'whole',
                title: t('manage.handover.whole'),
                render: (_, { whole, endTime }) => (
                  <StatusDot tone={whole ? 'genuine' : endTime ? 'attention' : 'verified'}>
                    {t(`manage.handover.whole.${endTime ? (whole ? 'true' : 'false') : 'open'}`)}
                  </StatusDot>
                ),
              },
              {
                key: 'bytes',
                title: t('manage.handover.sentBytes'),
                align: 'right',
                className: 'tabular-nums',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'ip', title: t('manage.handover.ip'), render: (_, { ip }) => <span className="mono-text">{ip ?? '—'}</span> },
              { key: 'agent', title: t('manage.handover.agent'), ellipsis: true, render: (_, { agent }) => agent ?? '—' },
            ]}
          />
        )}
      </Part>
    </>
  );
}

/** Poll interval while an order is generated or ready for download, in milliseconds. */
const POLL_INTERVAL_MS = 2000;

export default function PrintOrderDetailPage() {
  const { handoverId = '' } = useParams();
  const t = useTranslations();
  return (
    <DetailPage
      hasLifeCycle
      of={printOrders}
      id={handoverId}
      titleOf={({ categoryName, handoverId: number }) => `${categoryName} · ${t('manage.handover.detail', { handoverId: String(number) })}`}
      refetchInterval={({ state }) => (state === 'building' || state === 'ready') && POLL_INTERVAL_MS}
    >
      {/* The cast: a row of the list, which is the record, has fewer fields. */}
      {(order) => <Detail record={order as PrintOrderDetail} />}
    </DetailPage>
  );
}

function Detail({ record }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { actionsOf, dialog, close } = usePrintOrderLifeCycle();
  const canReadBatches = usePermission(batches.permission('read'));
  const { handoverId, batchId, batchNo, categoryName, recipient, state, stateReason } = record;
  const [next, ...more] = actionsOf(record);
  const number = <span className="mono-text">{batchNo}</span>;
  const requester = useDisplayName(record.createBy) ?? '…';
  const canRequest = usePermission(requestPrintOrder.permission);
  const nextHint = nextHintOf(record, canRequest, next?.key);
  const facts = useKeyFacts(printOrders, record, {
    batchNo: () => (canReadBatches ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number),
    kind: (kind) => `${t(`manage.handover.kind.${kind}`)}${formatText(record, t)}`,
    count: (count, { level, from, to }) => (
      <span className="tabular-nums">
        {level > 0 && `${t(codes.word(`level.${level}`))} `}
        {groupDigits(count)} ({ordinalRange(from, to)})
      </span>
    ),
    bytes: formatBytes,
  });
  return (
    <>
      <PageHeader
        title={`${categoryName} · ${t('manage.handover.detail', { handoverId: String(handoverId) })}`}
        cause={stateReason && t('kit.pair', { what: t('common.field.stateReason'), which: stateReason })}
        purpose={[recipient, nextHint && t(`manage.handover.next.${nextHint}`, { name: requester })].filter(Boolean).join(' · ')}
        titleExtra={<CodeBadge of={printOrders} field="state" value={state} tone={toneOfState(state)} />}
        actions={
          <>
            {next && (
              <Button type="primary" danger={next.danger} onClick={next.onClick}>
                {next.label}
              </Button>
            )}
            {isRepeatable(state) && canRequest && (
              <Button onClick={() => void navigate(`${batches.path}/${batchId}?tab=exports`, { state: { print: repeatedInput(record) } })}>
                {t('manage.handover.do.again')}
              </Button>
            )}
            <MoreMenu name={t('manage.handover.detail', { handoverId })} items={more} />
          </>
        }
      />
      <KeyFacts facts={facts('batchNo', 'productionLine', 'kind', 'count', 'bytes', 'passwordTime')}>
        <PrintOrderLifeCycle record={record} />
      </KeyFacts>
      <PrintOrderFiles record={record} />
      {dialog?.kind === 'link' && <PrintOrderLinkDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'password' && <PasswordDialog {...dialog} onClose={close} />}
    </>
  );
}

function PrintOrderLifeCycle({ record }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const { state, createBy, createTime, releaseBy, releaseTime, finishBy, finishTime, downloads } = record;
  const label = (name: PrintOrderState) => t(printOrders.word(`state.${name}`));
  const steps = [
    { key: 'pending', title: label('pending'), note: stepNote(createBy, createTime) },
    {
      key: 'ready',
      title: label(state === 'building' || state === 'failed' ? 'building' : 'ready'),
      note: stepNote(releaseBy, releaseTime),
    },
    { key: 'done', title: label('done'), note: stepNote(null, downloads.find(({ whole }) => whole)?.endTime ?? null) },
  ];
  const isMain = state === 'building' || steps.some(({ key }) => key === state);
  return (
    <LifeCycleTimeline
      label={t('common.field.state')}
      steps={isMain ? steps : steps.slice(0, releaseTime ? 2 : 1)}
      current={isMain ? (state === 'building' ? 'ready' : state) : releaseTime ? 'ready' : 'pending'}
      {...(!isMain && {
        exceptionState: label(state),
        exceptionTone: toneOfState(state),
        exceptionNote: finishBy && stepNote(finishBy, finishTime),
      })}
    />
  );
}

/** What the order waits for, or who can repeat it. `act`: the user's own first action. */
function nextHintOf(
  { state, mine }: PrintOrderDetail,
  canRequest: boolean,
  act: string | undefined,
): 'pending' | 'building' | 'ready' | 'rightless' | 'ended' | undefined {
  if (state === 'pending' && act !== 'release') return 'pending';
  if (state === 'building') return 'building';
  if (state === 'ready' && !mine) return 'ready';
  if (state === 'ready' && act !== 'link') return 'rightless';
  return isRepeatable(state) && !canRequest ? 'ended' : undefined;
}

const isRepeatable = (state: PrintOrderState) => ['refused', 'withdrawn', 'failed', 'expired'].includes(state);

/** The same request again, to be changed in the form. */
const repeatedInput = ({ recipient, kind, level, from, to, form }: PrintOrderDetail): PrintOrderInput => ({
  ...form,
  recipient,
  kind,
  level: level as PrintOrderInput['level'],
  from,
  to,
});

function formatText({ kind, form }: PrintOrderDetail, t: ReturnType<typeof useTranslations>): string {
  const { symbology = 'qr', correction = 'M', sizeMm = 20, across = 5, down = 8, format = 'txt', columns = [] } = form;
  if (kind === 'lines') {
    const names = columns.map((column) => t(`manage.codeExport.column.${column}`)).join(t('kit.joint'));
    return ` · ${format.toUpperCase()}${format === 'csv' && names ? ` · ${names}` : ''}`;
  }
  const symbol = symbology === 'qr' ? `${t('manage.handover.symbology.qr')} ${correction}` : t('manage.handover.symbology.dataMatrix');
  return ` · ${symbol} · ${sizeMm} ${t('manage.handover.sizeMm.unit')}${kind === 'pdf' ? ` · ${across}\u00a0×\u00a0${down}` : ''}`;
}
