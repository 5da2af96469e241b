import { type Shipment, shipments, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

/** Shipments of a batch, or of a dealer at either end. */
type ShipmentOwner = { batchId: number } | { dealerId: number };

const ownerFilter = (owner: ShipmentOwner): Record<string, string> =>
  'batchId' in owner ? { batchId: String(owner.batchId) } : { dealerId: String(owner.dealerId) };

/** Newest first. */
const shipmentsQueryOptions = (owner: ShipmentOwner) => ({
  ...listQueryOptions(shipments, { ...ownerFilter(owner), pageSize: '50' }),
  meta: { ownErrors: true },
});

export function ShipmentTable({ owner, emptyKey }: { owner: ShipmentOwner; emptyKey: WordKey }) {
  const t = useTranslations();
  const list = useQuery(shipmentsQueryOptions(owner));
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState rows={4} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <EmptyState text={t(emptyKey)} />;
  const partyName = (name: string) => name || t('manage.dispatch.ownStore');
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
    { key: 'fromName', title: t('manage.dispatch.fromName'), render: (_, { fromName }) => partyName(fromName) },
    { key: 'toName', title: t('manage.dispatch.toName'), render: (_, { toName }) => partyName(toName) },
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
        <RowLink to={`/manage/dispatch?${new URLSearchParams(ownerFilter(owner))}`}>{t('manage.dispatch.title')}</RowLink>
      )}
    </>
  );
}
