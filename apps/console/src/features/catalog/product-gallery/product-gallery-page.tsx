import { type GalleryProduct, productGallery } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Input, Pagination, Select, Tooltip } from 'antd';
import { Link } from 'react-router';
import { listQueryOptions, useListQuery } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { EmptyList, FilterBar } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { CategoryName, CategorySelect } from '../shared/category-select.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';
import './gallery.css';

/** Cards per page. */
const PAGE_SIZE = '24';
const ORDERS = ['codeCount', 'scanCount', 'categoryName'] as const;

export default function ProductGalleryPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const list = useQuery({ ...listQueryOptions(productGallery, { ...query, pageSize: PAGE_SIZE }), placeholderData: keepPreviousData });
  const orders = [
    { value: '', label: t('business.category.order.new') },
    ...ORDERS.map((value) => ({ value, label: t(`business.category.order.${value}`) })),
  ];
  const { rows, total = 0 } = list.data ?? {};
  return (
    <div className="page">
      <PageHeader title={t('business.category.title')} purpose={t('business.category.purpose')} />
      <section className="card list-card">
        <FilterBar
          of={productGallery}
          query={query}
          updateQuery={updateQuery}
          filterText={{ catalogueId: (id) => <CategoryName kind="category" id={id} /> }}
          tools={
            <>
              <Select
                aria-label={t('business.category.order')}
                options={orders}
                value={query.orderBy ?? ''}
                className="gallery-order"
                onChange={(orderBy) => updateQuery({ orderBy, descending: orderBy && orderBy !== 'categoryName' ? 'true' : undefined })}
              />
              <ToolButton
                label={t('kit.refresh')}
                icon={<Icon name="reload" />}
                onClick={() => void list.refetch()}
                busy={list.isRefetching}
              />
            </>
          }
        >
          <Form.Item name="words" label={t('business.category')}>
            <Input allowClear placeholder={t('business.category.words')} />
          </Form.Item>
          <Form.Item name="catalogueId" label={t('business.category.catalogueId')}>
            <CategorySelect kind="category" anyStatus />
          </Form.Item>
        </FilterBar>
        {list.error && !rows && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {!list.error && !rows && <LoadingState rows={12} />}
        {rows?.length === 0 && (
          <EmptyList noun={t('business.category')} query={query} updateQuery={updateQuery}>
            {null}
          </EmptyList>
        )}
        {rows && rows.length > 0 && (
          <>
            <ul className="gallery">
              {rows.map((goods) => (
                <ProductCard key={goods.categoryId} goods={goods} />
              ))}
            </ul>
            <div className="gallery-foot">
              <span className="none">{t('business.category.total', { total })}</span>
              <Pagination
                current={Number(query.page ?? 1)}
                pageSize={Number(PAGE_SIZE)}
                total={total}
                hideOnSinglePage
                showSizeChanger={false}
                onChange={(page) => updateQuery({ page })}
              />
            </div>
          </>
        )}
      </section>
    </div>
  );
}

function ProductCard({ goods }: { goods: GalleryProduct }) {
  const t = useTranslations();
  const canOpen = usePermission(productGallery.permission('read'));
  const { categoryId, categoryName, picture, catalogueName, gtin, spec, batchCount, codeCount, scanCount, suspectCount } = goods;
  const count = (word: 'batchCount' | 'codeCount' | 'scanCount', value: number) => (
    <div>
      <dt>
        <Tooltip title={t(`business.category.${word}.about`)}>
          <span className="term">{t(`business.category.${word}`)}</span>
        </Tooltip>
      </dt>
      <dd>
        <Tooltip title={groupDigits(value)}>
          <span className="numeral">{shortNumber(value, currentLanguage())}</span>
        </Tooltip>
      </dd>
    </div>
  );
  return (
    <li className="gallery-card">
      <ProductPicture name={categoryName} {...(picture && { src: fileUrl(picture) })} />
      <div className="gallery-words">
        <h2>
          {canOpen ? (
            <Link className="gallery-open" to={`/business/category/${categoryId}`}>
              {categoryName}
            </Link>
          ) : (
            categoryName
          )}
        </h2>
        <p className="none">{[catalogueName, spec].filter(Boolean).join(' · ') || '—'}</p>
        <p className="mono-text gallery-gtin">{gtin ?? '—'}</p>
        <dl>
          {count('batchCount', batchCount)}
          {count('codeCount', codeCount)}
          {count('scanCount', scanCount)}
        </dl>
        {suspectCount > 0 && <p className="gallery-suspects">{t('business.category.suspects', { count: suspectCount })}</p>}
      </div>
    </li>
  );
}
