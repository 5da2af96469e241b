import { dealers, products, suppliers } from '@suyuan/contract';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { usePermission } from '../../../data/permission.tsx';
import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { businessNow, dayjs } from '../../../ui/day.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits, shortNumber } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Batch } from './batch-steps.ts';

function DaysLeft({ day }: { day: string }) {
  const t = useTranslations();
  const days = dayjs(day).diff(businessNow().startOf('day'), 'day');
  return (
    <span className={days < 0 ? 'days-over' : 'days-left'}>
      {days < 0 ? t('manage.batch.expired') : t('manage.batch.daysLeft', { count: days })}
    </span>
  );
}

export function BatchFacts({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { categoryName, gtin, supplierName, quantity, madeDate, expiryDate, ruleName } = batch;
  const { productionLine, intendedDealerId, intendedDealerName, intendedRegionName } = batch;
  const linkIf = (isAllowed: boolean, path: string, text: ReactNode) => (isAllowed ? <RowLink to={path}>{text}</RowLink> : text);
  const [canListProducts, canListSuppliers] = [usePermission(products.permission('list')), usePermission(suppliers.permission('list'))];
  const canReadDealers = usePermission(dealers.permission('read'));
  const intendedMarket = [
    intendedDealerName && linkIf(canReadDealers, `/manage/channelBusiness/${intendedDealerId}`, intendedDealerName),
    intendedRegionName,
  ].filter(Boolean);
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.batch.categoryName'),
          value: linkIf(canListProducts, `/manage/category?categoryName=${encodeURIComponent(categoryName)}`, categoryName),
        },
        { label: t('manage.batch.gtin'), value: <CopyableText>{gtin}</CopyableText> },
        {
          label: t('manage.batch.quantity'),
          value: (
            <Tooltip title={groupDigits(quantity)}>
              <span className="numeral">{quantity < 1e6 ? groupDigits(quantity) : shortNumber(quantity, currentLanguage())}</span>
            </Tooltip>
          ),
        },
        {
          label: t('manage.batch.supplierName'),
          value: linkIf(canListSuppliers, `/manage/supplier?supplierName=${encodeURIComponent(supplierName)}`, supplierName),
        },
        {
          label: `${t('manage.batch.madeDate')} – ${t('manage.batch.expiryDate')}`,
          value: (
            <span className="numeral">
              {madeDate} – {expiryDate ?? t('manage.batch.noExpiry')} {expiryDate && <DaysLeft day={expiryDate} />}
            </span>
          ),
        },
        { label: t('manage.batch.ruleName'), value: ruleName },
        ...(productionLine ? [{ label: t('manage.batch.productionLine'), value: productionLine }] : []),
        ...(intendedMarket.length > 0
          ? [
              {
                label: <TermTooltip explanation={t('manage.batch.intended.tip')}>{t('manage.batch.intended')}</TermTooltip>,
                value: (
                  <>
                    {intendedMarket[0]}
                    {intendedMarket.length > 1 && <> · {intendedMarket[1]}</>}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
