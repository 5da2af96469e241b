import { products } from '@suyuan/contract';
import { ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { useProductGroups } from './product-fields.tsx';
import './product.css';

const BLANK = { status: '0' } as const;

export default function ProductFormPage() {
  const groups = useProductGroups();
  return <ResourceFormPage resource={products} blank={BLANK} groups={groups} nameField="categoryName" home="/manage/category" />;
}
