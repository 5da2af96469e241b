import { batches, codeRules, type InputOf, products, type RecordOf, suppliers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { readOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { currentLanguage, useWords } from '../../../data/words.ts';
import { dayOf } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { shortNumber } from '../../../ui/numbers.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { IntentFields } from './intent-fields.tsx';
import { OfferedNote } from './offered-note.tsx';
import { PackagingInput } from './packaging-input.tsx';

/** Expiry day by shelf life. Months are added as PostgreSQL does: capped to the end of a shorter month. */
function expiryOf(madeDate: string | undefined, goods: Pick<RecordOf<typeof products>, 'shelfLife' | 'shelfLifeUnit'> | undefined) {
  if (!goods?.shelfLife || !goods.shelfLifeUnit) return undefined;
  return dayOf(madeDate)?.add(goods.shelfLife, goods.shelfLifeUnit).format('YYYY-MM-DD');
}

type Typed = Partial<Pick<InputOf<typeof batches>, 'categoryId' | 'codeRuleId' | 'quantity' | 'madeDate'>>;

/** Planning form of a batch. The product sets the code rule; the expiry follows from its shelf life unless it is entered. */
export function BatchFields() {
  const t = useWords();
  const form = Form.useFormInstance();
  const { categoryId, codeRuleId, quantity, madeDate } = (Form.useWatch([], form) ?? {}) as Typed;
  const [seesGoods, seesRules] = [usePermission(products.permission('read')), usePermission(codeRules.permission('read'))];
  const goods = useQuery({
    ...readOf(products, categoryId ?? 0),
    enabled: seesGoods && categoryId !== undefined,
    meta: { ownErrors: true },
  });
  const rule = useQuery({
    ...readOf(codeRules, codeRuleId ?? 0),
    enabled: seesRules && codeRuleId !== undefined,
    meta: { ownErrors: true },
  });
  const left = codeRuleId ? rule.data?.leftCount : undefined;
  const expiry = expiryOf(madeDate, categoryId ? goods.data : undefined);
  const made = dayOf(madeDate);
  const count = typeof quantity === 'number' ? quantity : 0; // or a non-number that was typed

  return (
    <>
      <Field of={batches} name="batchNo">
        <Input className="mono-text" maxLength={20} autoComplete="off" />
      </Field>
      <Field
        of={batches}
        name="categoryId"
        extra={<OfferedNote of={products} offered="manage.batch.offered.goods" field="status" others={['1']} />}
      >
        <RecordSelect
          of={products}
          label="categoryName"
          note="categoryCode"
          only={{ status: '0' }}
          offered={t('manage.batch.offered.goods')}
          onChange={(_, chosen) => chosen?.codeRuleId && form.setFieldValue('codeRuleId', chosen.codeRuleId)}
        />
      </Field>
      <Field
        of={batches}
        name="supplierId"
        extra={<OfferedNote of={suppliers} offered="manage.batch.offered.suppliers" field="state" others={['draft', 'pending']} />}
      >
        <RecordSelect
          of={suppliers}
          label="supplierName"
          note="supplierCode"
          only={{ state: 'approved' }}
          offered={t('manage.batch.offered.suppliers')}
        />
      </Field>
      <Field of={batches} name="codeRuleId" extra={t('manage.batch.codeRuleId.extra')}>
        <RecordSelect of={codeRules} label="ruleName" only={{ status: '0' }} />
      </Field>
      <Field
        of={batches}
        name="quantity"
        extra={
          <span className={left !== undefined && count > left ? 'quantity-note quantity-over' : 'quantity-note'} aria-live="polite">
            {count >= 10_000 && <span>{t('manage.batch.quantity.readable', { count: shortNumber(count, currentLanguage()) })}</span>}
            {left !== undefined && <span>{t('manage.batch.quantity.left', { left: shortNumber(left, currentLanguage()) })}</span>}
            {left === undefined && count < 10_000 && <span>{t('manage.batch.quantity.hint')}</span>}
          </span>
        }
      >
        <NumberField className="quantity" controls={false} grouped />
      </Field>
      <Field of={batches} name="packaging" extra={t('manage.batch.packaging.hint')}>
        <PackagingInput goods={categoryId ? goods.data?.packaging : undefined} />
      </Field>
      <Field of={batches} name="madeDate">
        <DayInput />
      </Field>
      <Field of={batches} name="expiryDate" {...(expiry && { extra: t('manage.batch.expiryDate.computed', { day: expiry }) })}>
        <DayInput {...(expiry && { placeholder: expiry })} {...(made && { minDate: made.add(1, 'day') })} />
      </Field>
      <IntentFields />
      <Field of={batches} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
