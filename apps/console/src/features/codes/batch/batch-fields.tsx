import {
  type BatchPackaging,
  batches,
  codeRules,
  codes,
  dealers,
  type InputOf,
  products,
  type Resource,
  suppliers,
  type WordKey,
} from '@suyuan/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { listQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { currentLanguage, translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { parseDay } from '../../../ui/day.ts';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { type ParsedNumber, shortNumber } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

interface PackagingInputProps {
  value?: BatchPackaging | null;
  onChange?: (packaging: BatchPackaging | null) => void;
  id?: string;
}

/** Units per box, case and pallet. A blank level is absent; all blank means the product's packaging. */
function PackagingInput({ value, onChange, id }: PackagingInputProps) {
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
    <div className="flex gap-2">
      {[1, 2, 3].map((level) => (
        <NumberField
          key={level}
          // the three levels stay on one line on a phone
          className="flex-[0_1_112px]"
          {...(level === 1 && id && { id })}
          aria-label={t('manage.batch.packaging.level', { level: t(codes.word(`level.${level}`)) })}
          prefix={t(codes.word(`level.${level}`))}
          min={1}
          max={9999}
          controls={false}
          value={unitsAt(value, level) ?? null}
          placeholder="—"
          onChange={(contains) => change(level, contains)}
        />
      ))}
    </div>
  );
}

interface Offer {
  of: Resource;
  hintKey: WordKey;
  /** Field that decides which records are offered, and the excluded values to count. */
  field: string;
  excludedValues: readonly string[];
}

/** Note below a select, if it omits records: which ones it offers, and links to the others. */
function useOfferHint({ of, hintKey, field, excludedValues }: Offer): ReactNode {
  const t = useTranslations();
  const canList = usePermission(of.permission('list'));
  const countQueries = useQueries({
    queries: excludedValues.map((value) => ({
      ...listQueryOptions(of, { [field]: value, pageSize: '1' }),
      enabled: canList,
      meta: { ownErrors: true },
    })),
  });
  const omitted = excludedValues.flatMap((value, index) => {
    const count = countQueries[index]?.data?.total ?? 0;
    return count > 0 ? [{ value, count }] : [];
  });
  if (omitted.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {t(hintKey)}
      {omitted.map(({ value, count }) => (
        <RowLink key={value} to={`${of.path}?${field}=${value}`}>
          {t('manage.batch.offered.others', { count, state: translateValue(t, of.word(`${field}.${value}`), value) })}
        </RowLink>
      ))}
    </span>
  );
}

type WatchedValues = Partial<Pick<InputOf<typeof batches>, 'categoryId' | 'codeRuleId' | 'quantity' | 'madeDate'>>;

/** Size in words, and how many codes the rule has left. */
function useQuantityHint({ codeRuleId, quantity }: WatchedValues): ReactNode {
  const t = useTranslations();
  const canReadRules = usePermission(codeRules.permission('read'));
  const ruleQuery = useQuery({
    ...recordQueryOptions(codeRules, codeRuleId ?? 0),
    enabled: canReadRules && Boolean(codeRuleId),
    meta: { ownErrors: true },
  });
  const codesLeft = codeRuleId ? ruleQuery.data?.leftCount : undefined;
  const count = typeof quantity === 'number' ? quantity : 0; // or a non-number that was typed
  if (codesLeft === undefined && count < 10_000) return null;
  const isTooMuch = codesLeft !== undefined && count > codesLeft;
  return (
    <span className={`inline-flex flex-wrap gap-x-3 ${isTooMuch ? 'text-danger' : ''}`} aria-live="polite">
      {count >= 10_000 && <span>{t('manage.batch.quantity.readable', { count: shortNumber(count, currentLanguage()) })}</span>}
      {codesLeft !== undefined && <span>{t('manage.batch.quantity.left', { left: shortNumber(codesLeft, currentLanguage()) })}</span>}
    </span>
  );
}

/** Whether the product has no code rule that the batch could use. */
function useLacksRule({ categoryId }: WatchedValues): boolean {
  const canReadProducts = usePermission(products.permission('read'));
  const { data } = useQuery({
    ...recordQueryOptions(products, categoryId ?? 0),
    enabled: canReadProducts && Boolean(categoryId),
    meta: { ownErrors: true },
  });
  return Boolean(categoryId) && data?.codeRuleId === null;
}

/** Planning form of a batch. Its server proposes the number, and the rule, packaging, expiry and supplier by the product. */
export function BatchFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], form) ?? {}) as WatchedValues;
  const canListDealers = usePermission(dealers.permission('list'));
  const goodsHint = useOfferHint({ of: products, hintKey: 'manage.batch.offered.goods', field: 'status', excludedValues: ['1'] });
  const supplierHint = useOfferHint({
    ...{ of: suppliers, hintKey: 'manage.batch.offered.suppliers', field: 'state', excludedValues: ['draft', 'pending'] },
  });
  const quantityHint = useQuantityHint(values);
  const lacksRule = useLacksRule(values);
  const productionDay = parseDay(values.madeDate);
  return (
    <FormFields
      of={batches}
      {...(lacksRule && { unfolded: ['codeRuleId'] })}
      fieldProps={{
        categoryId: {
          extra: goodsHint,
          control: (
            <RecordSelect
              of={products}
              label="categoryName"
              note="categoryCode"
              fixedFilters={{ status: '0' }}
              emptyHint={t('manage.batch.offered.goods')}
            />
          ),
        },
        quantity: { extra: quantityHint, control: <NumberField className="w-full!" controls={false} grouped /> },
        supplierId: {
          extra: supplierHint,
          control: (
            <RecordSelect
              of={suppliers}
              label="supplierName"
              note="supplierCode"
              fixedFilters={{ state: 'approved' }}
              emptyHint={t('manage.batch.offered.suppliers')}
            />
          ),
        },
        expiryDate: { extra: null, inputProps: { ...(productionDay && { minDate: productionDay.add(1, 'day') }) } },
        codeRuleId: { required: lacksRule, control: <RecordSelect of={codeRules} label="ruleName" fixedFilters={{ status: '0' }} /> },
        packaging: { extra: t('manage.batch.packaging.hint'), control: <PackagingInput /> },
        intendedDealerId: canListDealers && {
          control: (
            <RecordSelect
              of={dealers}
              label="channelBusinessName"
              note="channelBusinessCode"
              fixedFilters={{ state: 'active' }}
              allowClear
            />
          ),
        },
      }}
    />
  );
}
