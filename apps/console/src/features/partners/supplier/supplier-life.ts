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
import { useLife } from '../../../ui/use-life.ts';
import { partnerQueries, partnerSteps } from '../shared/partner-steps.ts';

export { isEditable, leadsOn } from '../shared/partner-steps.ts';

export type Supplier = RecordOf<typeof suppliers>;

const actions = {
  submit: submitSupplier,
  approve: approveSupplier,
  reject: rejectSupplier,
  suspend: suspendSupplier,
  resume: resumeSupplier,
  terminate: terminateSupplier,
};

export function useSupplierLife() {
  const { take, busy } = useLife<SupplierStep>({
    of: suppliers,
    actions,
    asks: partnerQueries,
  });
  return {
    busy,
    take: (step: SupplierStep, { supplierId, supplierName, batchCount }: Supplier) =>
      take(step, supplierId, { name: supplierName, count: batchCount }),
  };
}

export const stepsOf = ({ state }: Pick<Supplier, 'state'>, may: (permission: string) => boolean): SupplierStep[] =>
  partnerSteps(suppliers, supplierLifeCycle, state, may);
