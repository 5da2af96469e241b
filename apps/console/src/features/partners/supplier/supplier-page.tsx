import { supplierPartner } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { RegionText } from '../../../ui/region-text.tsx';
import { isEditable } from '../shared/partner-kind.ts';
import { PartnerBadge, PartnerPage } from '../shared/partner-page.tsx';
import { SupplierRate } from './supplier-rates.tsx';
import { useSupplierActions } from './use-supplier-actions.ts';

export default function SupplierPage() {
  const t = useTranslations();
  const actions = useSupplierActions();
  return (
    <>
      <PartnerPage
        partner={supplierPartner}
        daysFilter="expiringIn"
        isEditable={isEditable}
        cells={{
          state: (state) => <PartnerBadge partner={supplierPartner} state={state} />,
          nextExpiry: (day) => <ExpiryDate day={day} />,
          passedCount: {
            title: t('manage.supplier.passRate'),
            render: (_, supplier) => <SupplierRate of="passRate" supplier={supplier} />,
          },
          suspectCount: {
            title: t('manage.supplier.suspectRate'),
            render: (_, supplier) => <SupplierRate of="suspectRate" supplier={supplier} />,
          },
          regionName: (name) => <RegionText name={name} />,
        }}
        rowActions={actions.nextLink}
        moreActions={actions.more}
      />
      {actions.cloneDialog}
    </>
  );
}
