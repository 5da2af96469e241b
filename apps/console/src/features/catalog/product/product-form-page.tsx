import { codeRules, netContentUnits, products, traceTemplates } from '@suyuan/contract';
import { type FormGroup, ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import './product.css';
import { Form, Input, Select, Space } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { Field } from '../../../ui/field.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { ParsedNumber } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { CategorySelect } from '../shared/category-select.tsx';
import { PicturesField } from './pictures-field.tsx';
import { AttributesField, GtinField, PackagingField } from './product-form-parts.tsx';

const UNITS = ['day', 'month', 'year'] as const;

/** Maximum price in yuan; the API uses fen. */
const MAX_PRICE_YUAN = 1_000_000_000;

/** Fen to yuan without floating-point noise. A non-number is returned unchanged, so that the input keeps it. */
const toYuan = (fen: unknown) => (typeof fen === 'number' ? Number((fen / 100).toFixed(9)) : fen);

/** Converts between fen in the API and yuan in the field. */
const yuanFieldProps = {
  getValueProps: (fen: unknown) => ({ value: toYuan(fen) }),
  normalize: (yuan: ParsedNumber) => (typeof yuan === 'number' ? Number((yuan * 100).toFixed(7)) : yuan),
};

function NumberWithUnit({ title, extra, number, unit }: { title: string; extra?: string; number: ReactNode; unit: ReactNode }) {
  return (
    <Form.Item label={title} {...(extra && { extra })}>
      <Space.Compact block>
        {number}
        {unit}
      </Space.Compact>
    </Form.Item>
  );
}

/** Form groups of a product. GTIN and packaging are fixed once codes are issued. */
function useProductGroups() {
  const t = useTranslations();
  const priceId = useId();
  const validatePrice = (fen: unknown) =>
    validateNumber(t, t('manage.category.price'), toYuan(fen), { min: 0, max: MAX_PRICE_YUAN, places: 2 });
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.category.status.${value}`) }));
  const units = UNITS.map((value) => ({ value, label: t(`manage.category.shelfLifeUnit.${value}`) }));
  const contentUnits = netContentUnits.map((value) => ({ value, label: t(`manage.category.netContentUnit.${value}`) }));
  return (record: Record<string, unknown> | undefined): FormGroup[] => {
    const fixed = record?.printed === true;
    return [
      {
        key: 'what',
        title: t('manage.category.group.what'),
        fields: (
          <>
            <Field of={products} name="categoryCode">
              <Input className="mono-text" maxLength={32} />
            </Field>
            <Field of={products} name="categoryName">
              <Input maxLength={100} />
            </Field>
            <Field of={products} name="brand">
              <Input maxLength={50} />
            </Field>
            <Field of={products} name="spec">
              <Input maxLength={100} />
            </Field>
            <Field of={products} name="unit">
              <Input maxLength={20} />
            </Field>
            <NumberWithUnit
              title={t('manage.category.netContent')}
              number={
                <Field of={products} name="netContent" noStyle>
                  <NumberField min={0} className="shelf-life" aria-label={t('manage.category.netContent')} />
                </Field>
              }
              unit={
                <Field of={products} name="netContentUnit" noStyle>
                  <Select options={contentUnits} allowClear aria-label={t('manage.category.netContentUnit')} className="shelf-life-unit" />
                </Field>
              }
            />
            <Form.Item label={t('manage.category.price')} htmlFor={priceId}>
              <Field of={products} name="suggestedPriceFen" noStyle validate={validatePrice} {...yuanFieldProps}>
                <NumberField id={priceId} min={0} fixed={2} suffix={t('manage.category.price.yuan')} className="price" />
              </Field>
            </Form.Item>
            <Field of={products} name="status">
              <Select options={statuses} />
            </Field>
          </>
        ),
      },
      {
        key: 'class',
        title: t('manage.category.group.class'),
        fields: (
          <>
            <Field of={products} name="catalogueId">
              <CategorySelect kind="category" />
            </Field>
            <Field of={products} name="templateId">
              <RecordSelect of={traceTemplates} label="templateName" fixedFilters={{ status: '0' }} allowClear />
            </Field>
          </>
        ),
      },
      {
        key: 'pictures',
        title: t('manage.category.group.pictures'),
        fields: (
          <>
            <Field of={products} name="pictures" className="form-wide">
              <PicturesField />
            </Field>
            <Field of={products} name="videoUrl" className="form-wide">
              <Input maxLength={500} inputMode="url" />
            </Field>
          </>
        ),
      },
      {
        key: 'codes',
        title: t('manage.category.group.codes'),
        fields: (
          <>
            <GtinField fixed={fixed} />
            <Field of={products} name="packaging" className="form-wide" {...(!fixed && { extra: t('manage.category.packaging.extra') })}>
              <PackagingField fixed={fixed} />
            </Field>
            <Field of={products} name="codeRuleId">
              <RecordSelect of={codeRules} label="ruleName" fixedFilters={{ status: '0' }} allowClear />
            </Field>
          </>
        ),
      },
      {
        key: 'life',
        title: t('manage.category.group.life'),
        fields: (
          <>
            <NumberWithUnit
              title={t('manage.category.shelfLife')}
              extra={t('manage.category.shelfLife.extra')}
              number={
                <Field of={products} name="shelfLife" noStyle>
                  <NumberField min={1} max={36_500} className="shelf-life" aria-label={t('manage.category.shelfLife')} />
                </Field>
              }
              unit={
                <Field of={products} name="shelfLifeUnit" noStyle>
                  <Select options={units} allowClear aria-label={t('manage.category.shelfLifeUnit')} className="shelf-life-unit" />
                </Field>
              }
            />
            <Field of={products} name="origin">
              <Input maxLength={50} />
            </Field>
            <Field of={products} name="originRegionCode">
              <RegionSelect />
            </Field>
            <Field of={products} name="standardNo">
              <Input className="mono-text" maxLength={50} />
            </Field>
            <Field of={products} name="licenceNo">
              <Input className="mono-text" maxLength={50} />
            </Field>
            <Field of={products} name="attributes" className="form-wide">
              <AttributesField />
            </Field>
          </>
        ),
      },
      {
        key: 'shopper',
        title: t('manage.category.group.shopper'),
        fields: (
          <>
            <Field of={products} name="intro" className="form-wide">
              <Input.TextArea rows={3} maxLength={2000} showCount />
            </Field>
            <Field of={products} name="story" className="form-wide">
              <RichTextEditor height={300} label={t('manage.category.story')} />
            </Field>
            <Field of={products} name="remark" className="form-wide">
              <Input.TextArea rows={2} maxLength={500} />
            </Field>
          </>
        ),
      },
    ];
  };
}

const BLANK = { status: '0' } as const;

export default function ProductFormPage() {
  const groups = useProductGroups();
  return <ResourceFormPage resource={products} blank={BLANK} groups={groups} nameField="categoryName" home="/manage/category" />;
}
