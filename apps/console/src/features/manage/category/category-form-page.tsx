import { categories } from '@suyuan/contract';
import { ResourceFormPage } from '../../../kit/resource-form-page.tsx';
import { useCategoryGroups } from './category-fields.tsx';
import './category.css';

const BLANK = { status: '0' } as const;

/** Writes new goods, or changes those of the address. */
export default function CategoryFormPage() {
  const groups = useCategoryGroups();
  return <ResourceFormPage resource={categories} blank={BLANK} groups={groups} nameField="categoryName" home="/manage/category" />;
}
