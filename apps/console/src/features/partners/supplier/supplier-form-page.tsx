import { suppliers } from '@suyuan/contract';
import { ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { useSupplierGroups } from './supplier-fields.tsx';

export default function SupplierFormPage() {
  const groups = useSupplierGroups();
  return <ResourceFormPage resource={suppliers} groups={groups} nameField="supplierName" home="/manage/supplier" />;
}
