import { type GalleryProduct, productGallery, products } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Pagination, Tooltip } from 'antd';
import { Link } from 'react-router';
import { listQueryOptions, useListQuery } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { filtersOf } from '../../../ui/field-kinds.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { EmptyList } from '../../../ui/filter-chips.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ClearableInput, Select } from '../../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { CategoryName, CategorySelect } from '../shared/category-select.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';

/** Cards per page. */
const PAGE_SIZE = '24';
const GALLERY =
  'mx-0 mt-4 mb-0 grid list-none grid-cols-[repeat(auto-fill,minmax(184px,1fr))] gap-4 p-0 max-[481px]:grid-cols-2 max-[481px]:gap-2';
const COUNTS =
  'relative z-1 mt-2 mb-0 flex justify-between gap-2 border-t border-line pt-2 pointer-events-none max-[481px]:flex-col max-[481px]:gap-0';

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
    <Page>
      <PageHeader title={t('business.category.title')} purpose={t('business.category.purpose')} />
      <ListCard>
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
                className="w-30!"
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
          {filtersOf(productGallery, t, {
            words: (
              <Form.Item name="words" label={t('business.category')}>
                <ClearableInput placeholder={t('business.category.words')} />
              </Form.Item>
            ),
            catalogueId: <CategorySelect kind="category" anyStatus />,
          })}
        </FilterBar>
        {list.error && !rows && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {!list.error && !rows && <LoadingState rows={12} />}
        {rows?.length === 0 && (
          <EmptyList noun={t('manage.category.many')} query={query} updateQuery={updateQuery}>
            <Can do={[products.permission('add')]}>
              <RowLink to={`${products.path}/new`}>{t('kit.addNoun', { noun: t('manage.category') })}</RowLink>
            </Can>
          </EmptyList>
        )}
        {rows && rows.length > 0 && (
          <>
            <ul className={GALLERY}>
              {rows.map((goods) => (
                <ProductCard key={goods.categoryId} goods={goods} />
              ))}
            </ul>
            <div className="flex items-center justify-between py-4">
              <span className="text-muted">{t('business.category.total', { total })}</span>
              <Pagination
                current={Number(query.page) || 1}
                pageSize={Number(PAGE_SIZE)}
                total={total}
                hideOnSinglePage
                showSizeChanger={false}
                onChange={(page) => updateQuery({ page })}
              />
            </div>
          </>
        )}
      </ListCard>
    </Page>
  );
}

function ProductCard({ goods }: { goods: GalleryProduct }) {
  const t = useTranslations();
  const canOpen = usePermission(productGallery.permission('read'));
  const { categoryId, categoryName, picture, catalogueName, gtin, spec, batchCount, codeCount, scanCount, suspectCount } = goods;
  const count = (word: 'batchCount' | 'codeCount' | 'scanCount', value: number) => (
    <div className="max-[481px]:flex max-[481px]:justify-between max-[481px]:gap-2">
      <dt className="text-xs/5 text-muted">
        <Tooltip title={t(`business.category.${word}.about`)}>
          <span className="pointer-events-auto cursor-help underline decoration-dotted underline-offset-3">
            {t(`business.category.${word}`)}
          </span>
        </Tooltip>
      </dt>
      <dd className="m-0">
        <Tooltip title={groupDigits(value)}>
          <span className="tabular-nums pointer-events-auto">{shortNumber(value, currentLanguage())}</span>
        </Tooltip>
      </dd>
    </div>
  );
  return (
    <li className="card relative overflow-hidden transition-[border-color] focus-within:border-primary-line hover:border-primary-line">
      <ProductPicture className="w-full" name={categoryName} {...(picture && { src: fileUrl(picture) })} />
      <div className="p-3">
        <h2 className="m-0 text-sm/5.5 font-semibold">
          {canOpen ? (
            <Link className="after:absolute after:inset-0" to={`/business/category/${categoryId}`}>
              {categoryName}
            </Link>
          ) : (
            categoryName
          )}
        </h2>
        <p className="mt-1 mb-0 text-xs/5 text-muted">{[catalogueName, spec].filter(Boolean).join(' · ') || '—'}</p>
        <p className="mt-1 mb-0 text-xs/5 mono-text">{gtin ?? '—'}</p>
        <dl className={COUNTS}>
          {count('batchCount', batchCount)}
          {count('codeCount', codeCount)}
          {count('scanCount', scanCount)}
        </dl>
        {suspectCount > 0 && <p className="mt-1 mb-0 text-xs/5 text-warning">{t('business.category.suspects', { count: suspectCount })}</p>}
      </div>
    </li>
  );
}
