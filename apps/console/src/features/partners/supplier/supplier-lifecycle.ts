import {
  approveSupplier,
  type RecordOf,
  rejectSupplier,
  resumeSupplier,
  type SupplierStep,
  submitSupplier,
  supplierLifeCycle,
  suppliers,
  suspendSupplier,
  terminateSupplier,
} from '@suyuan/contract';
import { useLifecycleAction } from '../../../ui/record-actions.ts';
import { partnerConfirmations, partnerSteps } from '../shared/partner-lifecycle.tsx';

export { isEditable, isForwardStep } from '../shared/partner-lifecycle.tsx';

export type Supplier = RecordOf<typeof suppliers>;

const actions = {
  submit: submitSupplier,
  approve: approveSupplier,
  reject: rejectSupplier,
  suspend: suspendSupplier,
  resume: resumeSupplier,
  terminate: terminateSupplier,
};

export function useSupplierLifecycle() {
  const { runStep, isPending } = useLifecycleAction<SupplierStep>({
    of: suppliers,
    actions,
    confirmations: partnerConfirmations,
  });
  return {
    busy: isPending,
    runStep: (step: SupplierStep, { supplierId, supplierName, batchCount }: Supplier) =>
      runStep(step, supplierId, { name: supplierName, count: batchCount }),
  };
}

export const stepsOf = ({ state }: Pick<Supplier, 'state'>, isAllowed: (permission: string) => boolean): SupplierStep[] =>
  partnerSteps(suppliers, supplierLifeCycle, state, isAllowed);
