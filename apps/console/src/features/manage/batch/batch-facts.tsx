import { categories, suppliers } from '@suyuan/contract';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { dayjs } from '../../../kit/day.ts';
import { KeyFacts } from '../../../kit/detail.tsx';
import { Mono } from '../../../kit/mono.tsx';
import { groupDigits, shortNumber } from '../../../kit/numbers.ts';
import { usePermission } from '../../../kit/permission.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { currentLanguage, useWords } from '../../../kit/words.ts';
import type { Batch } from './batch-steps.ts';

/** How far off a day is, in words; what is over is said so. */
function DaysLeft({ day }: { day: string }) {
  const t = useWords();
  const days = dayjs(day).diff(dayjs().startOf('day'), 'day');
  return (
    <span className={days < 0 ? 'days-over' : 'days-left'}>
      {days < 0 ? t('manage.batch.expired') : t('manage.batch.daysLeft', { count: days })}
    </span>
  );
}

/** The six facts of a batch that people look for first. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const t = useWords();
  const { categoryName, gtin, supplierName, quantity, madeDate, expiryDate, ruleName } = batch;
  const linked = (may: boolean, path: string, text: ReactNode) => (may ? <RowLink to={path}>{text}</RowLink> : text);
  const [seesGoods, seesSuppliers] = [usePermission(categories.permission('list')), usePermission(suppliers.permission('list'))];
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.batch.categoryName'),
          value: linked(seesGoods, `/manage/category?categoryName=${encodeURIComponent(categoryName)}`, categoryName),
        },
        { label: t('manage.batch.gtin'), value: <Mono>{gtin}</Mono> },
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
          value: linked(seesSuppliers, `/manage/supplier?supplierName=${encodeURIComponent(supplierName)}`, supplierName),
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
      ]}
    />
  );
}
