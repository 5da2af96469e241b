import { batches, type RecordOf, supplierLifeCycle, supplierPartner, type suppliers } from '@suyuan/contract';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { usePartnerActions } from '../shared/use-partner-actions.tsx';

export type Supplier = RecordOf<typeof suppliers>;

export function useSupplierActions() {
  const t = useTranslations();
  const navigate = useNavigate();
  const lifeCycle = useLifeCycle(supplierLifeCycle, {
    params: ({ supplierName, batchCount }: Supplier) => ({ name: supplierName, count: batchCount }),
  });
  const actions = usePartnerActions(supplierPartner, lifeCycle);
  const batchesOf = ({ supplierId }: Supplier) => ({
    key: 'batches',
    label: t('manage.category.batches'),
    permission: batches.permission('list'),
    onClick: () => void navigate(`${batches.path}?supplierId=${supplierId}`),
  });
  return { ...actions, more: (supplier: Supplier) => actions.more(supplier, [batchesOf(supplier)]) };
}
