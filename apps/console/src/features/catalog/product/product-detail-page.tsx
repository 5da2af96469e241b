import { batches, cloneProduct, productFigures, products, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { fileUrl } from '../../../data/site-config.ts';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RichTextView } from '../../../ui/rich-text-editor.tsx';
import { FigureLink } from '../../../ui/row-link.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import { ProductFiguresView } from '../../insights/shared/product-figures.tsx';
import { ProductPicture } from '../shared/product-picture.tsx';
import { PictureItem, PictureList } from './picture-list.tsx';

const ImagePreview = lazyDialog(() => import('../../../ui/image-preview.tsx'));

function PictureStrip({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const t = useTranslations();
  const [previewUrl, setPreviewUrl] = useState<string>();
  if (pictures.length === 0) return <ProductPicture name={name} className="w-32 rounded" />;
  return (
    <PictureList className="m-0 max-w-[300px]">
      {pictures.map((path, index) => (
        <PictureItem
          key={path}
          src={fileUrl(path)}
          alt={`${t('manage.category.picture', { name })} ${index + 1}`}
          onOpen={() => setPreviewUrl(fileUrl(path))}
        />
      ))}
      {previewUrl && <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />}
    </PictureList>
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
    [t('common.field.createBy'), <UserName key="by" login={product.createBy} />],
    [t('common.field.updateTime'), product.updateTime && <TimeText key="changed" value={product.updateTime} />],
    [t('common.field.updateBy'), product.updateBy && <UserName key="changedBy" login={product.updateBy} />],
  ];
  return (
    <FactList>
      {lines.map(([title, value]) => (
        <Fact key={title} label={title}>
          {value || <span className="text-muted">—</span>}
        </Fact>
      ))}
    </FactList>
  );
}

export default function ProductDetailPage() {
  const { categoryId = '' } = useParams();
  return (
    <DetailPage of={products} id={categoryId} titleOf={({ categoryName }) => categoryName}>
      {(product) => <ProductDetail product={product} />}
    </DetailPage>
  );
}

function ProductDetail({ product }: { product: RecordOf<typeof products> }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const [{ tab = 'figures' }, updateQuery] = useListQuery();
  const [cloning, setCloning] = useState(false);
  const { categoryId, categoryName, categoryCode, gtin, status, batchCount, codeCount, catalogueName, ruleName } = product;
  const figures = useQuery(endpointQueryOptions(productFigures, { id: categoryId }));
  const canListBatches = hasPermi(batches.permission('list'));
  // the next step of a new product
  const canAddFirstBatch = batchCount === 0 && status === '0' && canListBatches && hasPermi(batches.permission('add'));
  const menuItems = hasPermi(products.permission('clone'))
    ? [{ key: 'clone', label: t('manage.category.clone'), onClick: () => setCloning(true) }]
    : [];
  const tabs = [
    {
      key: 'figures',
      label: t('manage.category.tab.figures'),
      children: figures.data ? <ProductFiguresView categoryId={categoryId} figures={figures.data} /> : <QueryState query={figures} />,
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
            {canAddFirstBatch && (
              <Button type="primary" onClick={() => void navigate(`/manage/batch?categoryId=${categoryId}`, { state: { add: true } })}>
                {t('kit.addNoun', { noun: t('manage.batch') })}
              </Button>
            )}
            {hasPermi(products.permission('edit')) && (
              <Button type={canAddFirstBatch ? 'default' : 'primary'} onClick={() => void navigate(`/manage/category/${categoryId}/edit`)}>
                {t('kit.edit')}
              </Button>
            )}
            <MoreMenu name={categoryName} items={menuItems} />
          </>
        }
      />
      <KeyFacts
        picture={<PictureStrip name={categoryName} pictures={product.pictures} />}
        facts={[
          { label: t('manage.category.gtin'), value: gtin ? <CopyableText>{gtin}</CopyableText> : <span className="text-muted">—</span> },
          { label: t('manage.category.catalogueName'), value: catalogueName ?? <span className="text-muted">—</span> },
          { label: t('manage.category.spec'), value: product.spec ?? <span className="text-muted">—</span> },
          { label: t('manage.category.codeRuleId'), value: ruleName ?? <span className="text-muted">—</span> },
          {
            label: t('manage.category.batchCount'),
            value:
              canListBatches && batchCount > 0 ? (
                <FigureLink to={`/manage/batch?categoryId=${categoryId}`}>{groupDigits(batchCount)}</FigureLink>
              ) : (
                groupDigits(batchCount)
              ),
          },
          {
            label: t('manage.category.codeCount'),
            value:
              canListBatches && codeCount > 0 ? (
                <FigureLink to={`/manage/batch?categoryId=${categoryId}&having=issued`}>{groupDigits(codeCount)}</FigureLink>
              ) : (
                groupDigits(codeCount)
              ),
          },
        ]}
      />
      <section className="card px-6 pb-4 max-md:px-4">
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
          record={product}
          fields={['categoryCode', 'categoryName']}
          nameField="categoryName"
          onClose={() => setCloning(false)}
          onDone={(id) => void navigate(`/manage/category/${id}`)}
        />
      )}
    </>
  );
}
