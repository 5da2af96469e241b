import { suppliers } from '@suyuan/contract';
import { ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { useSupplierGroups } from './supplier-fields.tsx';

/** Creates a supplier, or edits the one in the URL. */
export default function SupplierFormPage() {
  const groups = useSupplierGroups();
  return <ResourceFormPage resource={suppliers} groups={groups} nameField="supplierName" home="/manage/supplier" />;
}
