import { type SupplierState, suppliers } from '@suyuan/contract';
import { CodeBadge } from '../../../ui/columns.tsx';

/** An approved supplier has the colour of an active dealer. */
export const SupplierBadge = ({ state }: { state: SupplierState }) => (
  <CodeBadge of={suppliers} field="state" value={state} {...(state === 'approved' && { tone: 'genuine' as const })} />
);
