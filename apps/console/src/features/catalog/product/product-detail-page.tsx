import { cloneProduct, type GoodsFigures, products, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RichTextView } from '../../../ui/rich-text-view.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { ProductFiguresView } from '../../insights/shared/product-figures.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { ProductFacts } from './product-facts.tsx';
import './product.css';

export default function ProductDetailPage() {
  const { categoryId = '' } = useParams();
  const productQuery = useQuery({ ...recordQueryOptions(products, categoryId), meta: { ownErrors: true } });
  useTabTitle(productQuery.data?.categoryName);
  if (productQuery.error && !productQuery.data)
    return <ErrorState error={productQuery.error} onRetry={() => void productQuery.refetch()} listHref={products.path} />;
  return <div className="page">{productQuery.data ? <ProductDetail product={productQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function ProductDetail({ product }: { product: RecordOf<typeof products> }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const [{ tab = 'figures' }, updateQuery] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { categoryId, categoryName, categoryCode, gtin, status, batchCount, codeCount, catalogueName, ruleName } = product;
  const figures = useQuery(getQueryOptions<GoodsFigures>(products, `/${categoryId}/figures`));
  const canListBatches = hasPermi('manage:batch:list');
  const menuItems = hasPermi(products.permission('clone'))
    ? [{ key: 'clone', label: t('manage.category.clone'), onClick: () => setCloning(true) }]
    : [];
  const tabs = [
    {
      key: 'figures',
      label: t('manage.category.tab.figures'),
      children: figures.data ? (
        <ProductFiguresView categoryId={categoryId} figures={figures.data} />
      ) : figures.error ? (
        <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
      ) : (
        <LoadingState />
      ),
    },
    { key: 'facts', label: t('manage.category.tab.facts'), children: <ProductFacts product={product} /> },
    ...(product.story ? [{ key: 'story', label: t('manage.category.tab.story'), children: <RichTextView html={product.story} /> }] : []),
  ];
  return (
    <>
      <PageHeader
        title={categoryName}
        titleExtra={
          <>
            <CopyableText>{categoryCode}</CopyableText>
            <CodeBadge of={products} field="status" value={status} />
          </>
        }
        actions={
          <>
            {hasPermi(products.permission('edit')) && (
              <Button type="primary" onClick={() => void navigate(`/manage/category/${categoryId}/edit`)}>
                {t('kit.edit')}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: categoryName })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      <div className="card category-head">
        <PictureStrip name={categoryName} pictures={product.pictures} />
        <KeyFacts
          facts={[
            { label: t('manage.category.gtin'), value: gtin ? <CopyableText>{gtin}</CopyableText> : <span className="none">—</span> },
            { label: t('manage.category.catalogueName'), value: catalogueName ?? <span className="none">—</span> },
            { label: t('manage.category.spec'), value: product.spec ?? <span className="none">—</span> },
            { label: t('manage.category.codeRuleId'), value: ruleName ?? <span className="none">—</span> },
            {
              label: t('manage.category.batchCount'),
              value: canListBatches ? (
                <RowLink to={`/manage/batch?categoryId=${categoryId}`}>{groupDigits(batchCount)}</RowLink>
              ) : (
                groupDigits(batchCount)
              ),
            },
            {
              label: t('manage.category.codeCount'),
              value:
                canListBatches && codeCount > 0 ? (
                  <RowLink to={`/manage/batch?categoryId=${categoryId}&having=issued`}>{groupDigits(codeCount)}</RowLink>
                ) : (
                  groupDigits(codeCount)
                ),
            },
          ]}
        />
      </div>
      <section className="card category-tabs">
        <Tabs
          activeKey={tabs.some(({ key }) => key === tab) ? tab : 'figures'}
          items={tabs}
          onChange={(key) => updateQuery({ tab: key === 'figures' ? undefined : key }, true)}
        />
      </section>
      {cloning && (
        <CloneDialog
          of={products}
          action={cloneProduct}
          fields={{ code: 'categoryCode', name: 'categoryName' }}
          id={categoryId}
          name={categoryName}
          onClose={() => setCloning(false)}
          onDone={(id) => void navigate(`/manage/category/${id}`)}
        />
      )}
    </>
  );
}
