import { batches, galleryProduct, productGallery, type ResultOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { QueryPage } from '../../../ui/detail-page.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureLink, RowLink } from '../../../ui/row-link.tsx';
import { BatchCards } from '../../codes/shared/batch-cards.tsx';
import { ProductFiguresView } from '../../insights/shared/product-figures.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';

export default function GalleryProductPage() {
  const { categoryId = '' } = useParams();
  const query = useQuery({ ...endpointQueryOptions(galleryProduct, { id: categoryId }), meta: { ownErrors: true } });
  return (
    <QueryPage query={query} listHref={productGallery.path} titleOf={({ goods }) => goods.categoryName}>
      {(product) => <GalleryProduct {...product} />}
    </QueryPage>
  );
}

function GalleryProduct({ goods, figures }: ResultOf<typeof galleryProduct>) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { categoryId } = goods;
  const none = <span className="text-muted">—</span>;
  const countLink = (value: number, to: string, permission: string) =>
    hasPermi(permission) ? (
      <FigureLink to={to}>{groupDigits(value)}</FigureLink>
    ) : (
      <span className="tabular-nums">{groupDigits(value)}</span>
    );
  return (
    <>
      <PageHeader
        title={goods.categoryName}
        titleExtra={<CopyableText>{goods.categoryCode}</CopyableText>}
        actions={
          hasPermi('manage:category:query') && hasPermi('manage:category:list') ? (
            <RowLink to={`/manage/category/${categoryId}`}>{t('business.category.manage')}</RowLink>
          ) : undefined
        }
      />
      <KeyFacts
        picture={
          <ProductPicture className="w-40 rounded" name={goods.categoryName} {...(goods.picture && { src: fileUrl(goods.picture) })} />
        }
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
      {hasPermi(batches.permission('list')) && goods.batchCount > 0 && (
        <section className="my-6" aria-labelledby="gallery-batches">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 id="gallery-batches" className="m-0! text-base/6!">
              {t('business.category.recentBatches')}
            </h2>
            <RowLink to={`${batches.path}?categoryId=${categoryId}`}>
              {t('business.category.allBatches', { count: goods.batchCount })}
            </RowLink>
          </div>
          <BatchCards
            query={{ categoryId: String(categoryId), pageSize: '4' }}
            pathOf={(batchId) => `${batches.path}/${batchId}`}
            emptyText={t('business.category.noBatches')}
          />
        </section>
      )}
      <section className="card px-6 py-4 max-md:px-4">
        <ProductFiguresView categoryId={categoryId} figures={figures} />
      </section>
    </>
  );
}
