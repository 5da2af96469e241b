import { cloneProduct, products, type RecordOf } from '@suyuan/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { CategoryName, CategorySelect } from '../shared/category-select.tsx';

const productPath = (categoryId: number) => `/manage/category/${categoryId}`;

export default function ProductPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [cloning, setCloning] = useState<RecordOf<typeof products>>();
  return (
    <>
      <ResourcePage
        resource={products}
        importDialog={(onClose) => <ImportDialog of={products} updates onClose={onClose} />}
        detail={({ categoryId }) => productPath(categoryId)}
        cells={{
          shelfLife: (life, { shelfLifeUnit }) =>
            life && shelfLifeUnit ? (
              `${life} ${t(`manage.category.shelfLifeUnit.${shelfLifeUnit}`)}`
            ) : (
              <span className="text-muted">—</span>
            ),
        }}
        filterControls={{
          categoryName: (
            <Form.Item name="categoryName" label={t('manage.category')}>
              <ClearableInput />
            </Form.Item>
          ),
          catalogueId: <CategorySelect kind="category" anyStatus />,
          gtin: <ClearableInput inputMode="numeric" />,
        }}
        filterText={{ catalogueId: (id) => <CategoryName kind="category" id={id} /> }}
        formPath={(product) => (product ? `${productPath(product.categoryId)}/edit` : '/manage/category/new')}
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
          record={cloning}
          fields={['categoryCode', 'categoryName']}
          nameField="categoryName"
          onClose={() => setCloning(undefined)}
          onDone={(id) => void navigate(productPath(id))}
        />
      )}
    </>
  );
}
