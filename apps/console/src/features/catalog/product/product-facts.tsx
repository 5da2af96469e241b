import type { products, RecordOf } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { useTranslations } from '../../../data/words.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { TimeText } from '../../../ui/times.tsx';

/** Fen as yuan, exact to the fen. */
const formatYuan = (fen: number) => `¥ ${groupDigits(Math.trunc(fen / 100))}.${String(fen % 100).padStart(2, '0')}`;

export function ProductFacts({ product }: { product: RecordOf<typeof products> }) {
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
