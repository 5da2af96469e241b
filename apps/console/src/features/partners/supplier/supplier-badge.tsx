import { type SupplierState, suppliers } from '@suyuan/contract';
import { CodeBadge } from '../../../ui/columns.tsx';

/** A supplier's state; one that is approved is at work, as an active dealer is, and has its colour. */
export const SupplierBadge = ({ state }: { state: SupplierState }) => (
  <CodeBadge of={suppliers} field="state" value={state} {...(state === 'approved' && { tone: 'genuine' as const })} />
);
