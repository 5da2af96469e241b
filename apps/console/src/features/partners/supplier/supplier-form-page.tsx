import { supplierPartner } from '@suyuan/contract';
import { PartnerFormPage } from '../shared/partner-form-page.tsx';

export default function SupplierFormPage() {
  return <PartnerFormPage partner={supplierPartner} />;
}
