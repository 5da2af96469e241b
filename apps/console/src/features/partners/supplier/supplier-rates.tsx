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

/** Share of passed inspections or of suspect scans, with the records behind it. A dash without any. */
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

/** Link to the suspect scans of the 90 days that the rate covers, including today. */
function suspectsOf({ supplierId }: Counts) {
  const [beginTime = '', endTime = ''] = [Date.now() - 89 * DAY, Date.now()].map((moment) => formatTime(moment, 'YYYY-MM-DD'));
  return `${scans.path}?${new URLSearchParams({ supplierId: String(supplierId), verdict: 'suspect', inspection: '0', beginTime, endTime })}`;
}
