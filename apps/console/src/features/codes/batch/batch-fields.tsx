import {
  type BatchPackaging,
  batches,
  codeRules,
  codes,
  dealers,
  type InputOf,
  products,
  type RecordOf,
  type Resource,
  suppliers,
  type WordKey,
} from '@suyuan/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { listQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { currentLanguage, translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { parseDay } from '../../../ui/day.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { type ParsedNumber, shortNumber } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

interface PackagingInputProps {
  value?: BatchPackaging | null;
  onChange?: (packaging: BatchPackaging | null) => void;
  /** Default packaging of the product, while the input is empty. */
  productPackaging?: BatchPackaging | undefined;
  id?: string;
}

/** Units per box, case and pallet. A blank level is absent; all blank means the product's packaging. */
function PackagingInput({ value, onChange, productPackaging, id }: PackagingInputProps) {
  const t = useTranslations();
  const unitsAt = (levels: BatchPackaging | null | undefined, level: number) => levels?.find((one) => one.level === level)?.contains;
  const change = (level: number, contains: ParsedNumber) => {
    const otherLevels = (value ?? []).filter((one) => one.level !== level);
    // The cast: the field's own rule rejects a non-number.
    const next = [...otherLevels, ...(contains === null ? [] : [{ level, contains: contains as number }])].toSorted(
      (one, other) => one.level - other.level,
    );
    onChange?.(next.length > 0 ? next : null);
  };
  return (
    <div className="packaging-input">
      {[1, 2, 3].map((level) => (
        <NumberField
          key={level}
          {...(level === 1 && id && { id })}
          aria-label={t('manage.batch.packaging.level', { level: t(codes.word(`level.${level}`)) })}
          prefix={t(codes.word(`level.${level}`))}
          min={1}
          max={9999}
          controls={false}
          value={unitsAt(value, level) ?? null}
          placeholder={value?.length ? '—' : String(unitsAt(productPackaging, level) ?? '—')}
          onChange={(contains) => change(level, contains)}
        />
      ))}
    </div>
  );
}

interface SelectHintProps {
  of: Resource;
  hintKey: WordKey;
  /** Field that decides which records are offered, and the excluded values to count. */
  field: string;
  excludedValues: readonly string[];
}

/** Note below a select: which records it offers and how many it omits, with links. */
function SelectHint({ of, hintKey, field, excludedValues }: SelectHintProps) {
  const t = useTranslations();
  const canList = usePermission(of.permission('list'));
  const countQueries = useQueries({
    queries: excludedValues.map((value) => ({
      ...listQueryOptions(of, { [field]: value, pageSize: '1' }),
      enabled: canList,
      meta: { ownErrors: true },
    })),
  });
  return (
    <span className="quantity-note">
      {t(hintKey)}
      {excludedValues.map((value, index) => {
        const count = countQueries[index]?.data?.total ?? 0;
        if (count === 0) return null;
        return (
          <RowLink key={value} to={`${of.path}?${field}=${value}`}>
            {t('manage.batch.offered.others', { count, state: translateValue(t, of.word(`${field}.${value}`), value) })}
          </RowLink>
        );
      })}
    </span>
  );
}

/** Where a batch is made and for which dealer. The dealer field requires permission to list dealers. */
function IntentFields() {
  const canListDealers = usePermission(dealers.permission('list'));
  return (
    <>
      <Field of={batches} name="productionLine">
        <Input maxLength={50} />
      </Field>
      {canListDealers && (
        <Field of={batches} name="intendedDealerId">
          <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" fixedFilters={{ state: 'active' }} allowClear />
        </Field>
      )}
      <Field of={batches} name="intendedRegionCode">
        <RegionSelect />
      </Field>
    </>
  );
}

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
