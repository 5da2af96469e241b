import { batches, codeRules, type InputOf, products, type RecordOf, suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { recordQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { parseDay } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { shortNumber } from '../../../ui/numbers.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { IntentFields } from './intent-fields.tsx';
import { SelectHint } from './offered-note.tsx';
import { PackagingInput } from './packaging-input.tsx';

/** Expiry day by shelf life. Months are added as PostgreSQL does: capped to the end of a shorter month. */
function expiryOf(madeDate: string | undefined, product: Pick<RecordOf<typeof products>, 'shelfLife' | 'shelfLifeUnit'> | undefined) {
  if (!product?.shelfLife || !product.shelfLifeUnit) return undefined;
  return parseDay(madeDate)?.add(product.shelfLife, product.shelfLifeUnit).format('YYYY-MM-DD');
}

type WatchedValues = Partial<Pick<InputOf<typeof batches>, 'categoryId' | 'codeRuleId' | 'quantity' | 'madeDate'>>;

/** Planning form of a batch. The product sets the code rule; the expiry follows from its shelf life unless it is entered. */
export function BatchFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const { categoryId, codeRuleId, quantity, madeDate } = (Form.useWatch([], form) ?? {}) as WatchedValues;
  const [canReadProducts, canReadRules] = [usePermission(products.permission('read')), usePermission(codeRules.permission('read'))];
  const productQuery = useQuery({
    ...recordQueryOptions(products, categoryId ?? 0),
    enabled: canReadProducts && categoryId !== undefined,
    meta: { ownErrors: true },
  });
  const ruleQuery = useQuery({
    ...recordQueryOptions(codeRules, codeRuleId ?? 0),
    enabled: canReadRules && codeRuleId !== undefined,
    meta: { ownErrors: true },
  });
  const codesLeft = codeRuleId ? ruleQuery.data?.leftCount : undefined;
  const expiry = expiryOf(madeDate, categoryId ? productQuery.data : undefined);
  const productionDay = parseDay(madeDate);
  const count = typeof quantity === 'number' ? quantity : 0; // or a non-number that was typed

  return (
    <>
      <Field of={batches} name="batchNo">
        <Input className="mono-text" maxLength={20} autoComplete="off" />
      </Field>
      <Field
        of={batches}
        name="categoryId"
        extra={<SelectHint of={products} hintKey="manage.batch.offered.goods" field="status" excludedValues={['1']} />}
      >
        <RecordSelect
          of={products}
          label="categoryName"
          note="categoryCode"
          fixedFilters={{ status: '0' }}
          emptyHint={t('manage.batch.offered.goods')}
          onChange={(_, product) => product?.codeRuleId && form.setFieldValue('codeRuleId', product.codeRuleId)}
        />
      </Field>
      <Field
        of={batches}
        name="supplierId"
        extra={<SelectHint of={suppliers} hintKey="manage.batch.offered.suppliers" field="state" excludedValues={['draft', 'pending']} />}
      >
        <RecordSelect
          of={suppliers}
          label="supplierName"
          note="supplierCode"
          fixedFilters={{ state: 'approved' }}
          emptyHint={t('manage.batch.offered.suppliers')}
        />
      </Field>
      <Field of={batches} name="codeRuleId" extra={t('manage.batch.codeRuleId.extra')}>
        <RecordSelect of={codeRules} label="ruleName" fixedFilters={{ status: '0' }} />
      </Field>
      <Field
        of={batches}
        name="quantity"
        extra={
          <span
            className={codesLeft !== undefined && count > codesLeft ? 'quantity-note quantity-over' : 'quantity-note'}
            aria-live="polite"
          >
            {count >= 10_000 && <span>{t('manage.batch.quantity.readable', { count: shortNumber(count, currentLanguage()) })}</span>}
            {codesLeft !== undefined && <span>{t('manage.batch.quantity.left', { left: shortNumber(codesLeft, currentLanguage()) })}</span>}
            {codesLeft === undefined && count < 10_000 && <span>{t('manage.batch.quantity.hint')}</span>}
          </span>
        }
      >
        <NumberField className="quantity" controls={false} grouped />
      </Field>
      <Field of={batches} name="packaging" extra={t('manage.batch.packaging.hint')}>
        <PackagingInput productPackaging={categoryId ? productQuery.data?.packaging : undefined} />
      </Field>
      <Field of={batches} name="madeDate">
        <DayInput />
      </Field>
      <Field of={batches} name="expiryDate" {...(expiry && { extra: t('manage.batch.expiryDate.computed', { day: expiry }) })}>
        <DayInput {...(expiry && { placeholder: expiry })} {...(productionDay && { minDate: productionDay.add(1, 'day') })} />
      </Field>
      <IntentFields />
      <Field of={batches} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
