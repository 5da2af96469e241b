import { cloneProduct, type GoodsFigures, products, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getOf, readOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RichTextView } from '../../../ui/rich-text-view.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { GoodsFiguresView } from '../../insights/shared/product-figures.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { ProductFacts } from './product-facts.tsx';
import './product.css';

export default function ProductDetailPage() {
  const { categoryId = '' } = useParams();
  const read = useQuery({ ...readOf(products, categoryId), meta: { ownErrors: true } });
  useTabTitle(read.data?.categoryName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={products.path} />;
  return <div className="page">{read.data ? <ProductDetail goods={read.data} /> : <Waiting rows={12} />}</div>;
}

function ProductDetail({ goods }: { goods: RecordOf<typeof products> }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const [{ tab = 'figures' }, narrow] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { categoryId, categoryName, categoryCode, gtin, status, batchCount, codeCount, catalogueName, ruleName } = goods;
  const figures = useQuery(getOf<GoodsFigures>(products, `/${categoryId}/figures`));
  const seesBatches = hasPermi('manage:batch:list');
  const menu = hasPermi(products.permission('clone'))
    ? [{ key: 'clone', label: t('manage.category.clone'), onClick: () => setCloning(true) }]
    : [];
  const tabs = [
    {
      key: 'figures',
      label: t('manage.category.tab.figures'),
      children: figures.data ? (
        <GoodsFiguresView categoryId={categoryId} figures={figures.data} />
      ) : figures.error ? (
        <Failed error={figures.error} onRetry={() => void figures.refetch()} />
      ) : (
        <Waiting />
      ),
    },
    { key: 'facts', label: t('manage.category.tab.facts'), children: <ProductFacts goods={goods} /> },
    ...(goods.story ? [{ key: 'story', label: t('manage.category.tab.story'), children: <RichTextView html={goods.story} /> }] : []),
  ];
  return (
    <>
      <PageHeader
        title={categoryName}
        beside={
          <>
            <Mono>{categoryCode}</Mono>
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
            {menu.length > 0 && (
              <Dropdown menu={{ items: menu }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: categoryName })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      <div className="card category-head">
        <PictureStrip name={categoryName} pictures={goods.pictures} />
        <KeyFacts
          facts={[
            { label: t('manage.category.gtin'), value: gtin ? <Mono>{gtin}</Mono> : <span className="none">—</span> },
            { label: t('manage.category.catalogueName'), value: catalogueName ?? <span className="none">—</span> },
            { label: t('manage.category.spec'), value: goods.spec ?? <span className="none">—</span> },
            { label: t('manage.category.codeRuleId'), value: ruleName ?? <span className="none">—</span> },
            {
              label: t('manage.category.batchCount'),
              value: seesBatches ? (
                <RowLink to={`/manage/batch?categoryId=${categoryId}`}>{groupDigits(batchCount)}</RowLink>
              ) : (
                groupDigits(batchCount)
              ),
            },
            {
              label: t('manage.category.codeCount'),
              value:
                seesBatches && codeCount > 0 ? (
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
          onChange={(key) => narrow({ tab: key === 'figures' ? undefined : key }, true)}
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
