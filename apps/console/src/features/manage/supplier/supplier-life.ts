import {
  approveSupplier,
  type RecordOf,
  rejectSupplier,
  resumeSupplier,
  type SupplierState,
  type SupplierStep,
  submitSupplier,
  supplierLifeCycle,
  suppliers,
  suspendSupplier,
  terminateSupplier,
} from '@suyuan/contract';
import { useLife } from '../../../kit/use-life.ts';

export type Supplier = RecordOf<typeof suppliers>;

const order = ['submit', 'approve', 'reject', 'resume', 'suspend', 'terminate'] as const satisfies readonly SupplierStep[];

const actions = {
  submit: submitSupplier,
  approve: approveSupplier,
  reject: rejectSupplier,
  suspend: suspendSupplier,
  resume: resumeSupplier,
  terminate: terminateSupplier,
};

/** Takes a supplier's steps with the question that each asks. */
export function useSupplierLife() {
  const { take, busy } = useLife<SupplierStep>({
    of: suppliers,
    actions,
    asks: {
      approve: {},
      reject: { reason: 'needed' },
      suspend: { reason: 'needed', danger: true },
      resume: { reason: 'optional' },
      terminate: { reason: 'needed', danger: true, final: true },
    },
  });
  return {
    busy,
    take: (step: SupplierStep, { supplierId, supplierName, batchCount }: Supplier) =>
      take(step, supplierId, { name: supplierName, count: batchCount }),
  };
}

/** What the user may do with the supplier now, the step that leads on first. */
export const stepsOf = ({ state }: Pick<Supplier, 'state'>, may: (permission: string) => boolean): SupplierStep[] =>
  order.filter((step) => {
    const from: readonly SupplierState[] = supplierLifeCycle[step].from;
    return from.includes(state) && may(suppliers.permission(step));
  });

/** Steps that lead on; the others stop. */
export const leadsOn = (step: SupplierStep | undefined) => step === 'submit' || step === 'approve' || step === 'resume';

/** Whether what a supplier is may be edited. */
export const isEditable = ({ state }: Pick<Supplier, 'state'>) => state !== 'pending' && state !== 'terminated';
