import { batches, type DealerStock, dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { translateValue, useTranslations } from '../../../data/words.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { ExpiryDate } from '../../../ui/last-day.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { toneOfStatus } from '../../../ui/tones.ts';

export function DealerStockTable({ id }: { id: number }) {
  const t = useTranslations();
  const canListBatches = usePermission(batches.permission('list'));
  const stock = useQuery(getQueryOptions<DealerStock[]>(dealers, `/${id}/stock`));
  if (stock.error && !stock.data) return <ErrorState error={stock.error} onRetry={() => void stock.refetch()} />;
  if (!stock.data) return <LoadingState rows={4} />;
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
            <span className="dealer-name">
              {Object.entries(statusCounts).map(([status, count]) => (
                <StatusDot key={status} tone={toneOfStatus(status)}>
                  {translateValue(t, `manage.code.status.${status}`, status)} <span className="numeral">{groupDigits(count ?? 0)}</span>
                </StatusDot>
              ))}
            </span>
          ),
        },
        {
          key: 'count',
          align: 'right',
          className: 'numeral',
          title: titleWithTip('stockOwn', 'stockCount'),
          render: (_, { count }) => groupDigits(count),
        },
        {
          key: 'branchCount',
          align: 'right',
          className: 'numeral',
          title: titleWithTip('stockBranch', 'branchCount'),
          render: (_, { branchCount }) => groupDigits(branchCount),
        },
      ]}
    />
  );
}
