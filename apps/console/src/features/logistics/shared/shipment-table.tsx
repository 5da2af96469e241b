import { shipments, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CodeBadge, columnsOf } from '../../../ui/columns.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

/** Shipments of a batch, or of a dealer at either end. */
type ShipmentOwner = { batchId: number } | { dealerId: number };

const ownerFilter = (owner: ShipmentOwner): Record<string, string> =>
  'batchId' in owner ? { batchId: String(owner.batchId) } : { dealerId: String(owner.dealerId) };

/** Newest first. */
const shipmentsQueryOptions = (owner: ShipmentOwner) => ({
  ...listQueryOptions(shipments, { ...ownerFilter(owner), pageSize: '50' }),
  meta: { ownErrors: true },
});

interface ShipmentTableProps {
  owner: ShipmentOwner;
  emptyKey: WordKey;
  /** Action below the empty state. */
  children?: ReactNode;
}

export function ShipmentTable({ owner, emptyKey, children }: ShipmentTableProps) {
  const t = useTranslations();
  const list = useQuery(shipmentsQueryOptions(owner));
  if (!list.data) return <QueryState query={list} rows={4} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <EmptyState text={t(emptyKey)}>{children}</EmptyState>;
  const partyName = (name: string) => name || t('manage.dispatch.ownStore');
  const columns = columnsOf(shipments, {
    dispatchNo: (dispatchNo, { dispatchId }) => (
      <RowLink to={`/manage/dispatch/${dispatchId}`} strong>
        {dispatchNo}
      </RowLink>
    ),
    state: (state) => <CodeBadge of={shipments} field="state" value={state} />,
    fromName: partyName,
    toName: partyName,
    codeCount: { title: <span title={t('manage.dispatch.codeCount.hint')}>{t('manage.dispatch.codeCount')}</span> },
    receiveTime: false,
    createTime: false,
  }).map(({ sorter: _, ...column }) => column);
  return (
    <>
      <SubTable rowKey="dispatchId" columns={columns} dataSource={rows} />
      {total > rows.length && (
        <RowLink to={`/manage/dispatch?${new URLSearchParams(ownerFilter(owner))}`}>{t('manage.dispatch.title')}</RowLink>
      )}
    </>
  );
}
