import { type GalleryGoods, type GoodsFigures, gallery } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getOf } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { useWords } from '../../../data/words.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { GoodsFiguresView } from '../../insights/shared/product-figures.tsx';
import { GoodsPicture } from '../shared/product-picture.tsx';
import './gallery.css';

export default function GoodsPage() {
  const t = useWords();
  const { categoryId = '' } = useParams();
  const { hasPermi } = useRights();
  const read = useQuery({
    ...getOf<{ goods: GalleryGoods; figures: GoodsFigures }>(gallery, `/${categoryId}/figures`),
    meta: { ownErrors: true },
  });
  useTabTitle(read.data?.goods.categoryName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={gallery.path} />;
  if (!read.data)
    return (
      <div className="page">
        <Waiting rows={12} />
      </div>
    );
  const { goods, figures } = read.data;
  const none = <span className="none">—</span>;
  const counted = (value: number, to: string, right: string) =>
    hasPermi(right) ? <RowLink to={to}>{groupDigits(value)}</RowLink> : <span className="numeral">{groupDigits(value)}</span>;
  return (
    <div className="page">
      <PageHeader
        title={goods.categoryName}
        beside={<Mono>{goods.categoryCode}</Mono>}
        actions={
          hasPermi('manage:category:query') && hasPermi('manage:category:list') ? (
            <RowLink to={`/manage/category/${categoryId}`}>{t('business.category.manage')}</RowLink>
          ) : undefined
        }
      />
      <div className="card gallery-head">
        <GoodsPicture name={goods.categoryName} {...(goods.picture && { src: fileUrl(goods.picture) })} />
        <KeyFacts
          facts={[
            { label: t('business.category.gtin'), value: goods.gtin ? <Mono>{goods.gtin}</Mono> : none },
            { label: t('business.category.catalogueName'), value: goods.catalogueName ?? none },
            { label: t('business.category.brand'), value: goods.brand ?? none },
            { label: t('business.category.spec'), value: goods.spec ?? none },
            {
              label: t('business.category.batchCount'),
              value: counted(goods.batchCount, `/manage/batch?categoryId=${categoryId}`, 'manage:batch:list'),
            },
            {
              label: t('business.category.codeCount'),
              value: counted(goods.codeCount, `/manage/batch?categoryId=${categoryId}&having=issued`, 'manage:batch:list'),
            },
          ]}
        />
      </div>
      <section className="card gallery-figures">
        <GoodsFiguresView categoryId={categoryId} figures={figures} />
      </section>
    </div>
  );
}
