import type { Supplier } from '@suyuan/contract';
import type { z } from 'zod';
import { groupDigits } from '../../../kit/numbers.ts';
import { shareText } from '../../../kit/share-text.ts';
import { useWords } from '../../../kit/words.ts';

type Counts = Pick<z.output<typeof Supplier>, 'inspectedCount' | 'passedCount' | 'scannedCount' | 'suspectCount'>;

/** How a supplier's batches do: the share of inspections passed, or of scans that were suspect; a dash where there was none. */
export function SupplierRate({ of, supplier }: { of: 'passRate' | 'suspectRate'; supplier: Counts }) {
  const t = useWords();
  const [part, whole] =
    of === 'passRate' ? [supplier.passedCount, supplier.inspectedCount] : [supplier.suspectCount, supplier.scannedCount];
  if (whole === 0) return <span className="none">—</span>;
  return (
    <span className="numeral" title={t('manage.supplier.rateOf', { part: groupDigits(part), whole: groupDigits(whole) })}>
      {shareText(part, whole)}
    </span>
  );
}
