import { cloneProduct, products, type RecordOf } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { CategoryName, CategorySelect } from '../shared/category-select.tsx';
import './product.css';

const productPath = (categoryId: number) => `/manage/category/${categoryId}`;

export default function ProductPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [cloning, setCloning] = useState<RecordOf<typeof products>>();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.category.status.${value}`) }));
  return (
    <>
      <ResourcePage
        resource={products}
        importUpdates
        detail={({ categoryId }) => productPath(categoryId)}
        columns={[
          columnOf(products, 'categoryName'),
          columnOf(products, 'status', (status) => <CodeBadge of={products} field="status" value={status} />),
          columnOf(products, 'categoryCode'),
          columnOf(products, 'catalogueName'),
          columnOf(products, 'gtin'),
          columnOf(products, 'spec'),
          columnOf(products, 'shelfLife', (life, { shelfLifeUnit }) =>
            life && shelfLifeUnit ? `${life} ${t(`manage.category.shelfLifeUnit.${shelfLifeUnit}`)}` : <span className="none">—</span>,
          ),
          columnOf(products, 'batchCount'),
          columnOf(products, 'codeCount'),
        ]}
        filters={
          <>
            <Form.Item name="categoryName" label={t('manage.category')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="catalogueId" label={t('manage.category.catalogueName')}>
              <CategorySelect kind="category" anyStatus />
            </Form.Item>
            <Form.Item name="status" label={t('common.field.status')}>
              <Select options={statuses} allowClear />
            </Form.Item>
            <Form.Item name="gtin" label={t('manage.category.gtin')}>
              <Input allowClear inputMode="numeric" />
            </Form.Item>
            <Form.Item name="categoryCode" label={t('manage.category.categoryCode')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="brand" label={t('manage.category.brand')}>
              <Input allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        filterText={{ catalogueId: (id) => <CategoryName kind="category" id={id} /> }}
        addFormPath={(product) => (product ? `${productPath(product.categoryId)}/edit` : '/manage/category/new')}
        rowActions={({ categoryId }) => <RowLink to={`/manage/batch?categoryId=${categoryId}`}>{t('manage.category.batches')}</RowLink>}
        moreActions={(product) => [
          {
            key: 'clone',
            label: t('manage.category.clone'),
            permission: products.permission('clone'),
            onClick: () => setCloning(product),
          },
        ]}
      />
      {cloning && (
        <CloneDialog
          of={products}
          action={cloneProduct}
          fields={{ code: 'categoryCode', name: 'categoryName' }}
          id={cloning.categoryId}
          name={cloning.categoryName}
          onClose={() => setCloning(undefined)}
          onDone={(id) => void navigate(productPath(id))}
        />
      )}
    </>
  );
}
