import { type GalleryProduct, type ProductStatistics, productGallery } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ProductFiguresView } from '../../insights/shared/product-figures.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';
import './gallery.css';

export default function GalleryProductPage() {
  const t = useTranslations();
  const { categoryId = '' } = useParams();
  const { hasPermi } = usePermissions();
  const productQuery = useQuery({
    ...getQueryOptions<{ goods: GalleryProduct; figures: ProductStatistics }>(productGallery, `/${categoryId}/figures`),
    meta: { ownErrors: true },
  });
  useTabTitle(productQuery.data?.goods.categoryName);
  if (productQuery.error && !productQuery.data)
    return <ErrorState error={productQuery.error} onRetry={() => void productQuery.refetch()} listHref={productGallery.path} />;
  if (!productQuery.data)
    return (
      <div className="page">
        <LoadingState rows={12} />
      </div>
    );
  const { goods, figures } = productQuery.data;
  const none = <span className="none">—</span>;
  const countLink = (value: number, to: string, permission: string) =>
    hasPermi(permission) ? <RowLink to={to}>{groupDigits(value)}</RowLink> : <span className="numeral">{groupDigits(value)}</span>;
  return (
    <div className="page">
      <PageHeader
        title={goods.categoryName}
        titleExtra={<CopyableText>{goods.categoryCode}</CopyableText>}
        actions={
          hasPermi('manage:category:query') && hasPermi('manage:category:list') ? (
            <RowLink to={`/manage/category/${categoryId}`}>{t('business.category.manage')}</RowLink>
          ) : undefined
        }
      />
      <div className="card gallery-head">
        <ProductPicture name={goods.categoryName} {...(goods.picture && { src: fileUrl(goods.picture) })} />
        <KeyFacts
          facts={[
            { label: t('business.category.gtin'), value: goods.gtin ? <CopyableText>{goods.gtin}</CopyableText> : none },
            { label: t('business.category.catalogueName'), value: goods.catalogueName ?? none },
            { label: t('business.category.brand'), value: goods.brand ?? none },
            { label: t('business.category.spec'), value: goods.spec ?? none },
            {
              label: t('business.category.batchCount'),
              value: countLink(goods.batchCount, `/manage/batch?categoryId=${categoryId}`, 'manage:batch:list'),
            },
            {
              label: t('business.category.codeCount'),
              value: countLink(goods.codeCount, `/manage/batch?categoryId=${categoryId}&having=issued`, 'manage:batch:list'),
            },
          ]}
        />
      </div>
      <section className="card gallery-figures">
        <ProductFiguresView categoryId={categoryId} figures={figures} />
      </section>
    </div>
  );
}
