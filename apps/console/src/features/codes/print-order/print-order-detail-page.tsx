import { batches, codes, type PrintOrderDetail, printOrders } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useParams } from 'react-router';
import { getOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';
import { PrintOrderLinkDialog } from './link-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { PrintOrderFiles } from './print-order-files.tsx';
import { toneOfState } from './state-tone.ts';
import { usePrintOrderActs } from './use-print-order-acts.ts';
import './print-order.css';

/** Poll interval while an order is generated or ready for download, in milliseconds. */
const PULSE = 2000;

export default function PrintOrderDetailPage() {
  const { handoverId = '' } = useParams();
  const t = useWords();
  const read = useQuery({
    ...getOf<PrintOrderDetail>(printOrders, `/${handoverId}`),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && ['building', 'ready'].includes(state.data.state) ? PULSE : false),
  });
  useTabTitle(read.data && t('manage.handover.detail', { handoverId: String(read.data.handoverId) }));
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={printOrders.path} />;
  return <div className="page">{read.data ? <Detail record={read.data} /> : <Waiting rows={12} />}</div>;
}

function Detail({ record }: { record: PrintOrderDetail }) {
  const t = useWords();
  const { actsOf, shown, close } = usePrintOrderActs();
  const opensBatch = usePermission(batches.permission('read'));
  const { handoverId, batchId, batchNo, categoryName, recipient, kind, level, state, stateReason, from, to, count, bytes } = record;
  const [next, ...more] = actsOf(record);
  const number = <span className="mono-text">{batchNo}</span>;
  const awaited = awaitedOf(record, next?.key);
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
        beside={<CodeBadge of={printOrders} field="state" value={state} tone={toneOfState(state)} />}
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
      {awaited && <p className="handover-quiet handover-next">{t(`manage.handover.next.${awaited}`, { name: record.createBy })}</p>}
      <KeyFacts
        facts={[
          {
            label: t('manage.handover.batchNo'),
            value: opensBatch ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number,
          },
          { label: t('manage.handover.productionLine'), value: record.productionLine ?? <span className="none">—</span> },
          { label: t('manage.handover.kind'), value: `${t(`manage.handover.kind.${kind}`)}${lookOf(record, t)}` },
          {
            label: t('manage.handover.count'),
            value: (
              <span className="numeral">
                {level > 0 && `${t(codes.word(`level.${level}`))} `}
                {groupDigits(count)} ({groupDigits(from)}–{groupDigits(to)})
              </span>
            ),
          },
          { label: t('manage.handover.bytes'), value: bytesText(bytes) },
          { label: t('manage.handover.createBy'), value: person(record.createBy, record.createTime) },
          { label: t('manage.handover.releaseBy'), value: person(record.releaseBy, record.releaseTime) },
          {
            label: t('manage.handover.passwordTime'),
            value: record.passwordTime ? <TimeText value={record.passwordTime} /> : <span className="none">—</span>,
          },
        ]}
      />
      <PrintOrderFiles record={record} />
      {shown?.kind === 'link' && <PrintOrderLinkDialog {...shown} onClose={close} />}
      {shown?.kind === 'password' && <PasswordDialog {...shown} onClose={close} />}
    </>
  );
}

/** The next step of another user. `act`: the user's own first action. */
function awaitedOf({ state, mine }: PrintOrderDetail, act: string | undefined): 'pending' | 'ready' | 'rightless' | 'refused' | undefined {
  if (state === 'pending' && act !== 'release') return 'pending';
  if (state === 'ready' && !mine) return 'ready';
  if (state === 'ready' && act !== 'link') return 'rightless';
  return state === 'refused' ? 'refused' : undefined;
}

function lookOf({ kind, form }: PrintOrderDetail, t: ReturnType<typeof useWords>): string {
  const { symbology = 'qr', correction = 'M', sizeMm = 20, across = 5, down = 8, format = 'txt', columns = [] } = form;
  if (kind === 'lines') {
    const names = columns.map((column) => t(`manage.codeExport.column.${column}`)).join(t('kit.joint'));
    return ` · ${format.toUpperCase()}${format === 'csv' && names ? ` · ${names}` : ''}`;
  }
  const symbol = symbology === 'qr' ? `${t('manage.handover.symbology.qr')} ${correction}` : t('manage.handover.symbology.dataMatrix');
  return ` · ${symbol} · ${sizeMm} ${t('manage.handover.sizeMm.unit')}${kind === 'pdf' ? ` · ${across}\u00a0×\u00a0${down}` : ''}`;
}
