import { batches, codes, type PrintOrderDetail, printOrders } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useParams } from 'react-router';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { formatBytes } from '../../../ui/format-amount.ts';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { PasswordDialog, PrintOrderLinkDialog, toneOfState, usePrintOrderActions } from './print-order-actions.tsx';
import './print-order.css';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

function PrintOrderFiles({ record: { files, downloads, state } }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const isWritten = state === 'done' || files.length > 0;
  const isCancelled = state === 'refused' || state === 'withdrawn';
  return (
    <>
      <section className="card handover-block">
        <h2>{t('manage.handover.files')}</h2>
        {files.length === 0 ? (
          <p className="handover-quiet">
            {t(isWritten ? 'manage.handover.filesMany' : isCancelled ? 'manage.handover.filesNever' : 'manage.handover.filesLater')}
          </p>
        ) : (
          <SubTable
            rowKey="name"
            pagination={files.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            dataSource={files}
            columns={[
              { key: 'name', title: t('manage.handover.fileName'), render: (_, { name }) => <span className="mono-text">{name}</span> },
              { key: 'range', title: t('manage.batch.range'), render: (_, { from, to }) => `${groupDigits(from)}–${groupDigits(to)}` },
              {
                key: 'count',
                title: t('manage.handover.count'),
                align: 'right',
                className: 'numeral',
                render: (_, { count }) => groupDigits(count),
              },
              {
                key: 'bytes',
                title: t('manage.handover.bytes'),
                align: 'right',
                className: 'numeral',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'sha256', title: t('manage.handover.sha256'), render: (_, { sha256 }) => <CopyableText>{sha256}</CopyableText> },
            ]}
          />
        )}
      </section>
      <section className="card handover-block">
        <h2>{t('manage.handover.downloads')}</h2>
        {downloads.length === 0 ? (
          <p className="handover-quiet">{t('manage.handover.downloadsNone')}</p>
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
                render: (_, { endTime }) => (endTime ? <TimeText value={endTime} seconds /> : <span className="none">—</span>),
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
                title: t('manage.handover.bytes'),
                align: 'right',
                className: 'numeral',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'ip', title: t('manage.handover.ip'), render: (_, { ip }) => <span className="mono-text">{ip ?? '—'}</span> },
              { key: 'agent', title: t('manage.handover.agent'), ellipsis: true, render: (_, { agent }) => agent ?? '—' },
            ]}
          />
        )}
      </section>
    </>
  );
}

/** Poll interval while an order is generated or ready for download, in milliseconds. */
const POLL_INTERVAL_MS = 2000;

export default function PrintOrderDetailPage() {
  const { handoverId = '' } = useParams();
  const t = useTranslations();
  const orderQuery = useQuery({
    ...getQueryOptions<PrintOrderDetail>(printOrders, `/${handoverId}`),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && ['building', 'ready'].includes(state.data.state) ? POLL_INTERVAL_MS : false),
  });
  useTabTitle(orderQuery.data && t('manage.handover.detail', { handoverId: String(orderQuery.data.handoverId) }));
  if (orderQuery.error && !orderQuery.data)
    return <ErrorState error={orderQuery.error} onRetry={() => void orderQuery.refetch()} listHref={printOrders.path} />;
  return <div className="page">{orderQuery.data ? <Detail record={orderQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function Detail({ record }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const { actsOf, dialog, close } = usePrintOrderActions();
  const canReadBatches = usePermission(batches.permission('read'));
  const { handoverId, batchId, batchNo, categoryName, recipient, kind, level, state, stateReason, from, to, count, bytes } = record;
  const [next, ...more] = actsOf(record);
  const number = <span className="mono-text">{batchNo}</span>;
  const awaitedStep = awaitedStepOf(record, next?.key);
  const person = (name: string | null, time: string | null) =>
    name ? (
      <>
        {name} {time && <TimeText value={time} />}
      </>
    ) : (
      <span className="none">—</span>
    );
  return (
    <>
      <PageHeader
        title={t('manage.handover.detail', { handoverId: String(handoverId) })}
        purpose={`${recipient} · ${categoryName}`}
        titleExtra={<CodeBadge of={printOrders} field="state" value={state} tone={toneOfState(state)} />}
        actions={
          <>
            {next && (
              <Button type="primary" danger={next.danger ?? false} onClick={next.onClick}>
                {next.label}
              </Button>
            )}
            {more.length > 0 && (
              <Dropdown
                menu={{ items: more.map(({ key, label, danger = false, onClick }) => ({ key, label, danger, onClick })) }}
                trigger={['click']}
              >
                <Button icon={<Icon name="more" />} aria-label={t('kit.moreOf', { name: `#${handoverId}` })} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && <p className="handover-reason">{t('kit.pair', { what: t('common.field.stateReason'), which: stateReason })}</p>}
      {awaitedStep && <p className="handover-quiet handover-next">{t(`manage.handover.next.${awaitedStep}`, { name: record.createBy })}</p>}
      <KeyFacts
        facts={[
          {
            label: t('manage.handover.batchNo'),
            value: canReadBatches ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number,
          },
          { label: t('manage.handover.productionLine'), value: record.productionLine ?? <span className="none">—</span> },
          { label: t('manage.handover.kind'), value: `${t(`manage.handover.kind.${kind}`)}${formatText(record, t)}` },
          {
            label: t('manage.handover.count'),
            value: (
              <span className="numeral">
                {level > 0 && `${t(codes.word(`level.${level}`))} `}
                {groupDigits(count)} ({groupDigits(from)}–{groupDigits(to)})
              </span>
            ),
          },
          { label: t('manage.handover.bytes'), value: formatBytes(bytes) },
          { label: t('manage.handover.createBy'), value: person(record.createBy, record.createTime) },
          { label: t('manage.handover.releaseBy'), value: person(record.releaseBy, record.releaseTime) },
          {
            label: t('manage.handover.passwordTime'),
            value: record.passwordTime ? <TimeText value={record.passwordTime} /> : <span className="none">—</span>,
          },
        ]}
      />
      <PrintOrderFiles record={record} />
      {dialog?.kind === 'link' && <PrintOrderLinkDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'password' && <PasswordDialog {...dialog} onClose={close} />}
    </>
  );
}

/** The next step of another user. `act`: the user's own first action. */
function awaitedStepOf(
  { state, mine }: PrintOrderDetail,
  act: string | undefined,
): 'pending' | 'ready' | 'rightless' | 'refused' | undefined {
  if (state === 'pending' && act !== 'release') return 'pending';
  if (state === 'ready' && !mine) return 'ready';
  if (state === 'ready' && act !== 'link') return 'rightless';
  return state === 'refused' ? 'refused' : undefined;
}

function formatText({ kind, form }: PrintOrderDetail, t: ReturnType<typeof useTranslations>): string {
  const { symbology = 'qr', correction = 'M', sizeMm = 20, across = 5, down = 8, format = 'txt', columns = [] } = form;
  if (kind === 'lines') {
    const names = columns.map((column) => t(`manage.codeExport.column.${column}`)).join(t('kit.joint'));
    return ` · ${format.toUpperCase()}${format === 'csv' && names ? ` · ${names}` : ''}`;
  }
  const symbol = symbology === 'qr' ? `${t('manage.handover.symbology.qr')} ${correction}` : t('manage.handover.symbology.dataMatrix');
  return ` · ${symbol} · ${sizeMm} ${t('manage.handover.sizeMm.unit')}${kind === 'pdf' ? ` · ${across}\u00a0×\u00a0${down}` : ''}`;
}
