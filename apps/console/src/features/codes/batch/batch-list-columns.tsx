import { batches } from '@suyuan/contract';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusShares } from './status-shares.tsx';

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
