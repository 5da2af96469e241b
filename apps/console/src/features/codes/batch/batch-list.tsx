import {
  batches,
  batchStates,
  codeStatuses,
  codes,
  dealers,
  products,
  type RecordOf,
  type StatusCounts,
  suppliers,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Tooltip } from 'antd';
import { recordQueryOptions } from '../../../data/api.ts';
import { translate, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import type { FilterText } from '../../../ui/filter-bar.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { colourOfStatus } from '../../../ui/status-tones.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';

export function useBatchFilters() {
  const t = useTranslations();
  const canListDealers = usePermission(dealers.permission('list'));
  const states = batchStates.map((value) => ({ value, label: t(`manage.batch.state.${value}`) }));
  return (
    <>
      <Form.Item name="batchNo" label={t('manage.batch.batchNo')}>
        <Input allowClear />
      </Form.Item>
      <Form.Item name="categoryId" label={t('manage.batch.categoryId')}>
        <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />
      </Form.Item>
      <Form.Item name="supplierId" label={t('manage.batch.supplierId')}>
        <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />
      </Form.Item>
      <Form.Item name="state" label={t('common.field.state')}>
        <Select options={states} allowClear />
      </Form.Item>
      <Form.Item name="catalogueId" label={t('manage.batch.catalogueId')}>
        <CategorySelect kind="category" anyStatus />
      </Form.Item>
      {canListDealers && (
        <Form.Item name="channelBusinessId" label={t('manage.batch.channelBusinessId')} tooltip={t('manage.batch.channelBusinessId.tip')}>
          <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
        </Form.Item>
      )}
      {canListDealers && (
        <Form.Item name="intendedDealerId" label={t('manage.batch.intendedDealerId')}>
          <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
        </Form.Item>
      )}
      <Form.Item name="intendedRegionCode" label={t('manage.batch.intendedRegionCode')}>
        <RegionSelect />
      </Form.Item>
      <Form.Item name="productionLine" label={t('manage.batch.productionLine')}>
        <Input allowClear maxLength={50} />
      </Form.Item>
      <NumberFormItem name="expiringDays" label={t('manage.batch.expiringDays')} min={0} max={3650} className="filter-number" />
      <NumberFormItem name="suspectsOver" label={t('manage.batch.suspectsOver')} min={0} className="filter-number" />
      <RangeFilter prefix="made" label={t('manage.batch.madeDate')} />
      <RangeFilter prefix="expiry" label={t('manage.batch.expiryDate')} />
      <RangeFilter label={t('common.field.createTime')} />
    </>
  );
}

export const batchFilterText: FilterText = {
  categoryId: (id) => <ProductName id={id} />,
  supplierId: (id) => <SupplierName id={id} />,
  channelBusinessId: (id) => <DealerName id={id} />,
  intendedDealerId: (id) => <DealerName id={id} />,
  intendedRegionCode: (code) => <RegionName code={code} />,
  catalogueId: (id) => <CategoryName kind="category" id={id} />,
  supplierCatalogueId: (id) => <CategoryName kind="supplier" id={id} />,
  dealerCatalogueId: (id) => <CategoryName kind="channelBusiness" id={id} />,
  traceCatalogueId: (id) => <CategoryName kind="traceability" id={id} />,
  expiringDays: (days) => translate('manage.batch.expiringDays.text', { days: Number(days) }),
  suspectsOver: (count) => translate('manage.batch.suspectsOver.text', { count: Number(count) }),
};

function ProductName({ id }: { id: string }) {
  return <NameOrId text={useQuery({ ...recordQueryOptions(products, id), meta: { ownErrors: true } }).data?.categoryName} id={id} />;
}

function SupplierName({ id }: { id: string }) {
  return <NameOrId text={useQuery({ ...recordQueryOptions(suppliers, id), meta: { ownErrors: true } }).data?.supplierName} id={id} />;
}

function DealerName({ id }: { id: string }) {
  return <NameOrId text={useQuery({ ...recordQueryOptions(dealers, id), meta: { ownErrors: true } }).data?.channelBusinessName} id={id} />;
}

const NameOrId = ({ text, id }: { text: RecordOf<typeof suppliers>['supplierName'] | undefined; id: string }) => <>{text ?? id}</>;

export const tabStates = ['draft', 'pending', 'approved', 'issued', 'active', 'frozen'] as const;

export const batchStateKey = (state: string) => batches.word(`state.${state}`);

function StatusShares({ counts }: { counts: StatusCounts }) {
  const t = useTranslations();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  if (parts.length === 0) return <span className="none">—</span>;
  const words = parts.map(({ status, count }) => `${t(codes.word(`status.${status}`))} ${groupDigits(count)}`).join(t('kit.joint'));
  return (
    <Tooltip title={words}>
      <span className="status-shares" role="img" aria-label={words}>
        {parts.map(({ status, count }) => (
          <i key={status} style={{ flexGrow: count, background: colourOfStatus(status) }} />
        ))}
      </span>
    </Tooltip>
  );
}

export const batchPath = (batchId: number) => `/manage/batch/${batchId}`;

const dayCell = (value: string | null | undefined) => (value ? <span className="numeral">{value}</span> : <span className="none">—</span>);

export const batchColumns = [
  columnOf(batches, 'batchNo', (batchNo, { batchId }) => (
    <RowLink to={batchPath(batchId)} strong>
      <span className="mono-text">{batchNo}</span>
    </RowLink>
  )),
  columnOf(batches, 'state', (state) => <CodeBadge of={batches} field="state" value={state} />),
  columnOf(batches, 'categoryName'),
  columnOf(batches, 'quantity'),
  columnOf(batches, 'statusCounts', (counts) => <StatusShares counts={counts} />),
  columnOf(batches, 'madeDate', dayCell),
  columnOf(batches, 'expiryDate', dayCell),
  columnOf(batches, 'supplierName'),
  columnOf(batches, 'productionLine'),
  columnOf(batches, 'intendedDealerName'),
];

export const initiallyHiddenColumns = ['productionLine', 'intendedDealerName'] as const;
