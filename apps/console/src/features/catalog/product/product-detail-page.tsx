import { cloneProduct, type ProductStatistics, products, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Tabs } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getQueryOptions, recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RichTextView } from '../../../ui/rich-text-editor.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ProductFiguresView } from '../../insights/shared/product-figures.tsx';
import './product.css';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { fileUrl } from '../../../data/site-config.ts';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';

const ImagePreview = lazyWithRetry(() => import('../../../ui/image-preview.tsx'));

function PictureStrip({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const t = useTranslations();
  const [previewUrl, setPreviewUrl] = useState<string>();
  if (pictures.length === 0) return <ProductPicture name={name} className="category-tile" />;
  return (
    <ul className="picture-list picture-strip">
      {pictures.map((path, index) => (
        <li key={path}>
          <button type="button" className="picture-open" onClick={() => setPreviewUrl(fileUrl(path))}>
            <img src={fileUrl(path)} alt={`${t('manage.category.picture', { name })} ${index + 1}`} />
          </button>
        </li>
      ))}
      {previewUrl && (
        <Suspense>
          <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />
        </Suspense>
      )}
    </ul>
  );
}

/** Fen as yuan, exact to the fen. */
const formatYuan = (fen: number) => `¥ ${groupDigits(Math.trunc(fen / 100))}.${String(fen % 100).padStart(2, '0')}`;

function ProductFacts({ product }: { product: RecordOf<typeof products> }) {
  const t = useTranslations();
  const { regions } = useRegions();
  const { shelfLife, shelfLifeUnit, netContent, netContentUnit, suggestedPriceFen, originRegionCode, videoUrl } = product;
  const levelName = (level: number | undefined) =>
    level ? t(`manage.category.level.${level as 1 | 2 | 3}`) : t('manage.category.packaging.unit');
  const mono = (value: string | null | undefined) => value && <CopyableText>{value}</CopyableText>;
  const lines: [title: string, value: ReactNode][] = [
    [t('manage.category.brand'), product.brand],
    [t('manage.category.unit'), product.unit],
    [
      t('manage.category.netContent'),
      netContent && netContentUnit && `${groupDigits(netContent)} ${t(`manage.category.netContentUnit.${netContentUnit}`)}`,
    ],
    [t('manage.category.shelfLife'), shelfLife && shelfLifeUnit && `${shelfLife} ${t(`manage.category.shelfLifeUnit.${shelfLifeUnit}`)}`],
    [t('manage.category.price'), suggestedPriceFen !== null && formatYuan(suggestedPriceFen)],
    ...product.packaging.map(({ level, contains, gtin }, index): [string, ReactNode] => [
      t('manage.category.packaging.contains', { level: levelName(level) }),
      <span key={level}>
        {groupDigits(contains)} × {levelName(product.packaging[index - 1]?.level)} {mono(gtin)}
      </span>,
    ]),
    [t('manage.category.templateName'), product.templateName],
    [t('manage.category.origin'), product.origin],
    [t('manage.category.originRegionCode'), originRegionCode && fullNameOf(regions, originRegionCode)],
    [t('manage.category.standardNo'), mono(product.standardNo)],
    [t('manage.category.licenceNo'), mono(product.licenceNo)],
    ...product.attributes.map(({ name, value }): [string, ReactNode] => [name, value]),
    [
      t('manage.category.videoUrl'),
      videoUrl && (
        <a href={videoUrl} target="_blank" rel="noopener noreferrer">
          {t('manage.category.video')}
        </a>
      ),
    ],
    [t('manage.category.intro'), product.intro],
    [t('common.field.remark'), product.remark],
    [t('common.field.createTime'), <TimeText key="made" value={product.createTime} />],
    [t('common.field.createBy'), product.createBy],
  ];
  return (
    <dl className="record-view category-facts">
      {lines.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value || <span className="none">—</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

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
  const { hasPermi } = usePermissions();
  const [{ tab = 'figures' }, updateQuery] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { categoryId, categoryName, categoryCode, gtin, status, batchCount, codeCount, catalogueName, ruleName } = product;
  const figures = useQuery(getQueryOptions<ProductStatistics>(products, `/${categoryId}/figures`));
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
