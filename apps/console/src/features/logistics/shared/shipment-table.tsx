import { type Shipment, shipments, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { listOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/times.tsx';

/** Shipments of a batch, or of a dealer at either end. */
type About = { batchId: number } | { dealerId: number };

const narrowing = (about: About): Record<string, string> =>
  'batchId' in about ? { batchId: String(about.batchId) } : { dealerId: String(about.dealerId) };

/** Newest first. */
const shipmentsOf = (about: About) => ({
  ...listOf(shipments, { ...narrowing(about), pageSize: '50' }),
  meta: { ownErrors: true },
});

export function ShipmentTable({ about, none }: { about: About; none: WordKey }) {
  const t = useWords();
  const list = useQuery(shipmentsOf(about));
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Waiting rows={4} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <Nothing text={t(none)} />;
  const end = (name: string) => name || t('manage.dispatch.ownStore');
  const columns: TableColumnType<Shipment>[] = [
    {
      key: 'dispatchNo',
      title: t('manage.dispatch.dispatchNo'),
      render: (_, { dispatchId, dispatchNo }) => (
        <RowLink to={`/manage/dispatch/${dispatchId}`} strong>
          {dispatchNo}
        </RowLink>
      ),
    },
    {
      key: 'state',
      title: t('common.field.state'),
      render: (_, { state }) => <CodeBadge of={shipments} field="state" value={state} />,
    },
    { key: 'kind', title: t('manage.dispatch.kind'), render: (_, { kind }) => t(`manage.dispatch.kind.${kind}`) },
    { key: 'fromName', title: t('manage.dispatch.fromName'), render: (_, { fromName }) => end(fromName) },
    { key: 'toName', title: t('manage.dispatch.toName'), render: (_, { toName }) => end(toName) },
    {
      key: 'codeCount',
      title: <span title={t('manage.dispatch.codeCount.hint')}>{t('manage.dispatch.codeCount')}</span>,
      align: 'right',
      className: 'numeral',
      render: (_, { codeCount }) => groupDigits(codeCount),
    },
    { key: 'shipTime', title: t('manage.dispatch.shipTime'), render: (_, { shipTime }) => <TimeText value={shipTime} /> },
  ];
  return (
    <>
      <SubTable rowKey="dispatchId" columns={columns} dataSource={rows} />
      {total > rows.length && (
        <RowLink to={`/manage/dispatch?${new URLSearchParams(narrowing(about))}`}>{t('manage.dispatch.title')}</RowLink>
      )}
    </>
  );
}
