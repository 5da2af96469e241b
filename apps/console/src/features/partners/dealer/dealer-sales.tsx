import { batches, type DealerStock, dealerFigures, dealerStock, dealers, diversion, scanCases, scans, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { StatusDot } from '../../../ui/columns.tsx';
import { KeyFigures } from '../../../ui/detail.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, QueryState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { casesPath } from './dealer-columns.tsx';

export function DealerStockTable({ id }: { id: number }) {
  const t = useTranslations();
  const canListBatches = usePermission(batches.permission('list'));
  const stock = useQuery(endpointQueryOptions(dealerStock, { id }));
  if (!stock.data) return <QueryState query={stock} rows={4} />;
  if (stock.data.length === 0) return <EmptyState text={t('manage.channelBusiness.stockNone')} />;
  const titleWithTip = (word: 'stockOwn' | 'stockBranch', tip: 'stockCount' | 'branchCount') => (
    <TermTooltip explanation={t(`manage.channelBusiness.tip.${tip}`)}>{t(`manage.channelBusiness.${word}`)}</TermTooltip>
  );
  return (
    <SubTable<DealerStock>
      rowKey="batchId"
      dataSource={stock.data}
      columns={[
        {
          key: 'batchNo',
          title: t('manage.channelBusiness.stockBatch'),
          render: (_, { batchId, batchNo }) =>
            canListBatches ? (
              <RowLink to={`/manage/batch/${batchId}`} strong>
                {batchNo}
              </RowLink>
            ) : (
              batchNo
            ),
        },
        { key: 'categoryName', dataIndex: 'categoryName', title: t('manage.channelBusiness.stockGoods') },
        {
          key: 'expiryDate',
          title: t('manage.channelBusiness.stockExpiry'),
          render: (_, { expiryDate }) => <ExpiryDate day={expiryDate} />,
        },
        {
          key: 'states',
          title: t('manage.channelBusiness.stockStates'),
          render: (_, { statusCounts }) => (
            <span className="inline-flex items-center gap-2">
              {Object.entries(statusCounts).map(([status, count]) => (
                <StatusDot key={status} tone={toneOfStatus(status)}>
                  {translateValue(t, `manage.code.status.${status}`, status)}{' '}
                  <span className="tabular-nums">{groupDigits(count ?? 0)}</span>
                </StatusDot>
              ))}
            </span>
          ),
        },
        {
          key: 'count',
          align: 'right',
          className: 'tabular-nums',
          title: titleWithTip('stockOwn', 'stockCount'),
          render: (_, { count }) => groupDigits(count),
        },
        {
          key: 'branchCount',
          align: 'right',
          className: 'tabular-nums',
          title: titleWithTip('stockBranch', 'branchCount'),
          render: (_, { branchCount }) => groupDigits(branchCount),
        },
      ]}
    />
  );
}

type Figure =
  | 'receivedCount'
  | 'onHandCount'
  | 'soldCount'
  | 'sellThrough'
  | 'coverDays'
  | 'returnedCount'
  | 'inRegion'
  | 'diversionCount'
  | 'rank';

const none = <span className="text-muted">—</span>;

/** Sales figures of a dealer and its branch, each with a link. */
export function DealerSales({
  dealer: { channelBusinessId: id, parentId },
}: {
  dealer: { channelBusinessId: number; parentId: number | null };
}) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(dealerFigures, { id }),
    meta: { ownErrors: true },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const fact = (figure: Figure, text: ReactNode, canOpen?: boolean, to?: string) => ({
    label: (
      <TermTooltip explanation={t(`manage.channelBusiness.tip.${figure}`)}>{t(`manage.channelBusiness.figure.${figure}`)}</TermTooltip>
    ),
    value: text === undefined ? none : canOpen && to ? <RowLink to={to}>{text}</RowLink> : <span className="tabular-nums">{text}</span>,
    isZero: text === undefined || text === '0',
  });
  const units = (count: number | undefined) => (count === undefined ? undefined : groupDigits(count));
  const { soldCount = 0, receivedCount = 0, coverDays, scanCount = 0, foreignCount = 0, rank, rankedCount = 0 } = data ?? {};
  const [canListShipments, canListScans] = [hasPermi(shipments.permission('list')), hasPermi(scans.permission('list'))];
  const shipmentsPath = `${shipments.path}?dealerId=${id}`;
  const stockPath = `${dealers.path}/${id}?tab=stock`;
  return (
    <KeyFigures
      empty={data ? t('manage.channelBusiness.noFigures') : <>&nbsp;</>}
      figures={[
        fact('receivedCount', units(data?.receivedCount), canListShipments, `${shipmentsPath}&out=1`),
        fact('onHandCount', units(data?.onHandCount), true, stockPath),
        fact('soldCount', units(data?.soldCount), canListScans, `${scans.path}?holderBranch=${id}&first=1&inspection=0`),
        fact('sellThrough', receivedCount > 0 ? formatShare(soldCount, receivedCount) : undefined),
        fact('coverDays', coverDays == null ? undefined : t('manage.channelBusiness.days', { count: coverDays }), true, stockPath),
        fact('returnedCount', units(data?.returnedCount), canListShipments, `${shipmentsPath}&kind=return`),
        fact(
          'inRegion',
          scanCount > 0 ? formatShare(scanCount - foreignCount, scanCount) : undefined,
          canListScans && foreignCount > 0,
          `${scans.path}?outsideOf=${id}&beginTime=${data?.since}&inspection=0`,
        ),
        fact(
          'diversionCount',
          units(data?.diversionCount),
          hasPermi(scanCases.permission('list')) && (data?.diversionCount ?? 0) > 0,
          casesPath(id),
        ),
        fact(
          'rank',
          rank == null ? undefined : t('manage.channelBusiness.rankOf', { rank, count: rankedCount }),
          hasPermi(diversion.permission),
          parentId === null ? diversion.path : `${diversion.path}?channelBusinessId=${parentId}`,
        ),
      ]}
    />
  );
}
