import { categories, codeRules, netContentUnits, type RecordOf, traceTemplates } from '@suyuan/contract';
import { Form, Input, InputNumber, Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { CatalogueSelect } from '../../../kit/catalogue-select.tsx';
import { Field } from '../../../kit/field.tsx';
import { RecordSelect } from '../../../kit/record-select.tsx';
import { RegionSelect } from '../../../kit/region-select.tsx';
import { RichTextEditor } from '../../../kit/rich-text-editor.tsx';
import { useWords } from '../../../kit/words.ts';
import { AttributesField } from './attributes-field.tsx';
import { GtinField } from './gtin-field.tsx';
import { PackagingField } from './packaging-field.tsx';
import { PicturesField } from './pictures-field.tsx';

const UNITS = ['day', 'month', 'year'] as const;

/** Fen of the wire in a field of yuan and back. */
const asYuan = {
  getValueProps: (fen: number | null | undefined) => ({ value: fen === null || fen === undefined ? null : fen / 100 }),
  normalize: (yuan: number | null) => (yuan === null ? null : Math.round(yuan * 100)),
};

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="category-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A number with its unit on one line, both fields of the resource. */
function Measure({ title, extra, number, unit }: { title: string; extra?: string; number: ReactNode; unit: ReactNode }) {
  return (
    <Form.Item label={title} {...(extra && { extra })}>
      <Space.Compact block>
        {number}
        {unit}
      </Space.Compact>
    </Form.Item>
  );
}

/** Everything that is known of goods, in titled groups. */
export function CategoryFields() {
  const t = useWords();
  const form = Form.useFormInstance();
  const { codeCount = 0 } = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<RecordOf<typeof categories>>;
  const fixed = codeCount > 0;
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.category.status.${value}`) }));
  const units = UNITS.map((value) => ({ value, label: t(`manage.category.shelfLifeUnit.${value}`) }));
  const contentUnits = netContentUnits.map((value) => ({ value, label: t(`manage.category.netContentUnit.${value}`) }));
  return (
    <>
      <Group title={t('manage.category.group.what')}>
        <Field of={categories} name="categoryCode">
          <Input className="mono-text" maxLength={32} />
        </Field>
        <Field of={categories} name="categoryName">
          <Input maxLength={100} />
        </Field>
        <Field of={categories} name="brand">
          <Input maxLength={50} />
        </Field>
        <Field of={categories} name="spec">
          <Input maxLength={100} />
        </Field>
        <Field of={categories} name="unit">
          <Input maxLength={20} />
        </Field>
        <Measure
          title={t('manage.category.netContent')}
          number={
            <Field of={categories} name="netContent" noStyle>
              <InputNumber min={0} className="shelf-life" aria-label={t('manage.category.netContent')} />
            </Field>
          }
          unit={
            <Field of={categories} name="netContentUnit" noStyle>
              <Select options={contentUnits} allowClear aria-label={t('manage.category.netContentUnit')} className="shelf-life-unit" />
            </Field>
          }
        />
        <Form.Item label={t('manage.category.price')} htmlFor="manage-category-form_suggestedPriceFen">
          <Field of={categories} name="suggestedPriceFen" noStyle {...asYuan}>
            <InputNumber<number> min={0} precision={2} suffix={t('manage.category.price.yuan')} className="price" />
          </Field>
        </Form.Item>
        <Field of={categories} name="status">
          <Select options={statuses} />
        </Field>
      </Group>
      <Group title={t('manage.category.group.class')}>
        <Field of={categories} name="catalogueId">
          <CatalogueSelect kind="category" />
        </Field>
        <Field of={categories} name="templateId">
          <RecordSelect of={traceTemplates} label="templateName" only={{ status: '0' }} allowClear />
        </Field>
      </Group>
      <Group title={t('manage.category.group.pictures')}>
        <Field of={categories} name="pictures">
          <PicturesField />
        </Field>
        <Field of={categories} name="videoUrl">
          <Input maxLength={500} inputMode="url" />
        </Field>
      </Group>
      <Group title={t('manage.category.group.codes')}>
        <GtinField fixed={fixed} />
        <Field of={categories} name="packaging" {...(!fixed && { extra: t('manage.category.packaging.extra') })}>
          <PackagingField fixed={fixed} />
        </Field>
        <Field of={categories} name="codeRuleId">
          <RecordSelect of={codeRules} label="ruleName" only={{ status: '0' }} allowClear />
        </Field>
      </Group>
      <Group title={t('manage.category.group.life')}>
        <Measure
          title={t('manage.category.shelfLife')}
          extra={t('manage.category.shelfLife.extra')}
          number={
            <Field of={categories} name="shelfLife" noStyle>
              <InputNumber min={1} max={9999} precision={0} className="shelf-life" aria-label={t('manage.category.shelfLife')} />
            </Field>
          }
          unit={
            <Field of={categories} name="shelfLifeUnit" noStyle>
              <Select options={units} allowClear aria-label={t('manage.category.shelfLifeUnit')} className="shelf-life-unit" />
            </Field>
          }
        />
        <Field of={categories} name="origin">
          <Input maxLength={50} />
        </Field>
        <Field of={categories} name="originRegionCode">
          <RegionSelect />
        </Field>
        <Field of={categories} name="standardNo">
          <Input className="mono-text" maxLength={50} />
        </Field>
        <Field of={categories} name="licenceNo">
          <Input className="mono-text" maxLength={50} />
        </Field>
        <Field of={categories} name="attributes">
          <AttributesField />
        </Field>
      </Group>
      <Group title={t('manage.category.group.shopper')}>
        <Field of={categories} name="intro">
          <Input.TextArea rows={3} maxLength={2000} showCount />
        </Field>
        <Field of={categories} name="story">
          <RichTextEditor height={240} label={t('manage.category.story')} />
        </Field>
        <Field of={categories} name="remark">
          <Input.TextArea rows={2} maxLength={500} />
        </Field>
      </Group>
    </>
  );
}
