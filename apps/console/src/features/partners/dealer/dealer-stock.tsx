import { batches, type DealerStock, dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords, valueWord } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { How } from '../../../ui/how.tsx';
import { LastDay } from '../../../ui/last-day.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { toneOf } from '../../../ui/tones.ts';

export function DealerStockTable({ id }: { id: number }) {
  const t = useWords();
  const seesBatches = usePermission(batches.permission('list'));
  const stock = useQuery(getOf<DealerStock[]>(dealers, `/${id}/stock`));
  if (stock.error && !stock.data) return <Failed error={stock.error} onRetry={() => void stock.refetch()} />;
  if (!stock.data) return <Waiting rows={4} />;
  if (stock.data.length === 0) return <Nothing text={t('manage.channelBusiness.stockNone')} />;
  const explained = (word: 'stockOwn' | 'stockBranch', tip: 'stockCount' | 'branchCount') => (
    <How says={t(`manage.channelBusiness.tip.${tip}`)}>{t(`manage.channelBusiness.${word}`)}</How>
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
            seesBatches ? (
              <RowLink to={`/manage/batch/${batchId}`} strong>
                {batchNo}
              </RowLink>
            ) : (
              batchNo
            ),
        },
        { key: 'categoryName', dataIndex: 'categoryName', title: t('manage.channelBusiness.stockGoods') },
        { key: 'expiryDate', title: t('manage.channelBusiness.stockExpiry'), render: (_, { expiryDate }) => <LastDay day={expiryDate} /> },
        {
          key: 'states',
          title: t('manage.channelBusiness.stockStates'),
          render: (_, { statusCounts }) => (
            <span className="dealer-name">
              {Object.entries(statusCounts).map(([status, count]) => (
                <Dot key={status} tone={toneOf(status)}>
                  {valueWord(t, `manage.code.status.${status}`, status)} <span className="numeral">{groupDigits(count ?? 0)}</span>
                </Dot>
              ))}
            </span>
          ),
        },
        {
          key: 'count',
          align: 'right',
          className: 'numeral',
          title: explained('stockOwn', 'stockCount'),
          render: (_, { count }) => groupDigits(count),
        },
        {
          key: 'branchCount',
          align: 'right',
          className: 'numeral',
          title: explained('stockBranch', 'branchCount'),
          render: (_, { branchCount }) => groupDigits(branchCount),
        },
      ]}
    />
  );
}
