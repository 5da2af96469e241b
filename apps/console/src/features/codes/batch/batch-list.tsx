import { batches, codeStatuses, codes, dealers, products, type StatusCounts, suppliers } from '@suyuan/contract';
import { Form, Tooltip } from 'antd';
import { translate, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { type Cells, CodeBadge } from '../../../ui/columns.tsx';
import type { Controls } from '../../../ui/field-kinds.tsx';
import type { FilterText } from '../../../ui/filter-chips.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { colourOfStatus } from '../../../ui/status-tones.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';

/** Inputs of the filters that need one. */
export function useBatchFilters(): Controls {
  const t = useTranslations();
  const canListDealers = usePermission(dealers.permission('list'));
  const dealerSelect = <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />;
  return {
    categoryId: <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />,
    supplierId: <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />,
    catalogueId: <CategorySelect kind="category" anyStatus />,
    channelBusinessId: canListDealers && (
      <Form.Item name="channelBusinessId" label={t('manage.batch.channelBusinessId')} tooltip={t('manage.batch.channelBusinessId.tip')}>
        {dealerSelect}
      </Form.Item>
    ),
    intendedDealerId: canListDealers && dealerSelect,
    madeBeginTime: <RangeFilter prefix="made" label={t('manage.batch.madeDate')} />,
    expiryBeginTime: <RangeFilter prefix="expiry" label={t('manage.batch.expiryDate')} />,
  };
}

export const batchFilterText: FilterText = {
  categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
  supplierId: (id) => <RecordName of={suppliers} field="supplierName" id={id} />,
  channelBusinessId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
  intendedDealerId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
  catalogueId: (id) => <CategoryName kind="category" id={id} />,
  supplierCatalogueId: (id) => <CategoryName kind="supplier" id={id} />,
  dealerCatalogueId: (id) => <CategoryName kind="channelBusiness" id={id} />,
  traceCatalogueId: (id) => <CategoryName kind="traceability" id={id} />,
  expiringDays: (days) => translate('manage.batch.expiringDays.text', { days: Number(days) }),
  suspectsOver: (count) => translate('manage.batch.suspectsOver.text', { count: Number(count) }),
};

interface StatusSharesProps {
  counts: StatusCounts;
  /** Approved, and its codes come from others. */
  isToImport: boolean;
}

function StatusShares({ counts, isToImport }: StatusSharesProps) {
  const t = useTranslations();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  if (parts.length === 0)
    return isToImport ? (
      <Tooltip title={t('manage.batch.statusCounts.toImport.hint')}>
        <span className="text-muted">{t('manage.batch.statusCounts.toImport')}</span>
      </Tooltip>
    ) : (
      <span className="text-muted">—</span>
    );
  const words = parts.map(({ status, count }) => `${t(codes.word(`status.${status}`))} ${groupDigits(count)}`).join(t('kit.joint'));
  return (
    <Tooltip title={words}>
      <span className="inline-flex h-2 w-24 overflow-hidden rounded-sm align-middle" role="img" aria-label={words}>
        {parts.map(({ status, count }) => (
          <i key={status} className="min-w-0.5 basis-0" style={{ flexGrow: count, background: colourOfStatus(status) }} />
        ))}
      </span>
    </Tooltip>
  );
}

export const batchPath = (batchId: number) => `/manage/batch/${batchId}`;

const dayCell = (value: string | null | undefined) =>
  value ? <span className="tabular-nums">{value}</span> : <span className="text-muted">—</span>;

export const batchCells: Cells<typeof batches> = {
  state: (state) => <CodeBadge of={batches} field="state" value={state} />,
  statusCounts: (counts, { codeKind, state }) => (
    <StatusShares counts={counts} isToImport={codeKind === 'stored' && state === 'approved'} />
  ),
  madeDate: dayCell,
  expiryDate: dayCell,
};
