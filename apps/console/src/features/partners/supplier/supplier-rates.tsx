import { type Supplier, scans, traceabilities } from '@suyuan/contract';
import type { z } from 'zod';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { formatTime } from '../../../ui/time-format.ts';

type Counts = Pick<z.output<typeof Supplier>, 'supplierId' | 'inspectedCount' | 'passedCount' | 'scannedCount' | 'suspectCount'>;

const DAY = 86_400_000;

/**
 * How a supplier's batches do: the share of inspections passed, or of scans that were suspect, with the inspections and suspect scans
 * behind it; a dash where there was none.
 */
export function SupplierRate({ of, supplier }: { of: 'passRate' | 'suspectRate'; supplier: Counts }) {
  const t = useWords();
  const { hasPermi } = useRights();
  const [part, whole] =
    of === 'passRate' ? [supplier.passedCount, supplier.inspectedCount] : [supplier.suspectCount, supplier.scannedCount];
  if (whole === 0) return <span className="none">—</span>;
  const rate = (
    <span className="numeral" title={t('manage.supplier.rateOf', { part: groupDigits(part), whole: groupDigits(whole) })}>
      {shareText(part, whole)}
    </span>
  );
  const behind =
    of === 'passRate'
      ? hasPermi(traceabilities.permission('list')) && inspectionsOf(supplier)
      : hasPermi(scans.permission('list')) && part > 0 && suspectsOf(supplier);
  return behind ? <RowLink to={behind}>{rate}</RowLink> : rate;
}

const inspectionsOf = ({ supplierId }: Counts) =>
  `${traceabilities.path}?${new URLSearchParams({ batchSupplierId: String(supplierId), inspection: 'judged' })}`;

/** The suspect scans of the days that they are counted over, today among them. */
function suspectsOf({ supplierId }: Counts) {
  const [beginTime = '', endTime = ''] = [Date.now() - 89 * DAY, Date.now()].map((moment) => formatTime(moment, 'YYYY-MM-DD'));
  return `${scans.path}?${new URLSearchParams({ supplierId: String(supplierId), verdict: 'suspect', inspection: '0', beginTime, endTime })}`;
}
