import { scans, traceRecords } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { formatColumnShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { formatTime } from '../../../ui/time-format.tsx';
import type { Supplier } from './use-supplier-actions.ts';

type Counts = Pick<Supplier, 'supplierId' | 'inspectedCount' | 'passedCount' | 'scannedCount' | 'suspectCount'>;

const MS_PER_DAY = 86_400_000;

/** Share of passed inspections or of suspect scans, with the records behind it. A dash without any. */
export function SupplierRate({ of, supplier }: { of: 'passRate' | 'suspectRate'; supplier: Counts }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const [count, total] =
    of === 'passRate' ? [supplier.passedCount, supplier.inspectedCount] : [supplier.suspectCount, supplier.scannedCount];
  if (total === 0) return <span className="text-muted">—</span>;
  const rate = (
    <span className="tabular-nums" title={t('manage.supplier.rateOf', { part: groupDigits(count), whole: groupDigits(total) })}>
      {formatColumnShare(count, total)}
    </span>
  );
  const recordsPath =
    of === 'passRate'
      ? hasPermi(traceRecords.permission('list')) && inspectionsPath(supplier)
      : hasPermi(scans.permission('list')) && count > 0 && suspectScansPath(supplier);
  return recordsPath ? <RowLink to={recordsPath}>{rate}</RowLink> : rate;
}

const inspectionsPath = ({ supplierId }: Counts) =>
  `${traceRecords.path}?${new URLSearchParams({ batchSupplierId: String(supplierId), inspection: 'judged' })}`;

/** Link to the suspect scans of the 90 days that the rate covers, including today. */
function suspectScansPath({ supplierId }: Counts) {
  const [beginTime = '', endTime = ''] = [Date.now() - 89 * MS_PER_DAY, Date.now()].map((moment) => formatTime(moment, 'YYYY-MM-DD'));
  return `${scans.path}?${new URLSearchParams({ supplierId: String(supplierId), verdict: 'suspect', inspection: '0', beginTime, endTime })}`;
}
