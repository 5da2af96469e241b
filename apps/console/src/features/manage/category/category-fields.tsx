import { categories, codeRules } from '@suyuan/contract';
import { Form, Input, InputNumber, Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { Field } from '../../../kit/field.tsx';
import { RecordSelect } from '../../../kit/record-select.tsx';
import { useWords } from '../../../kit/words.ts';
import { GtinField } from './gtin-field.tsx';

const UNITS = ['day', 'month', 'year'] as const;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="category-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Everything that is known of goods, in four groups. */
export function CategoryFields() {
  const t = useWords();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.category.status.${value}`) }));
  const units = UNITS.map((value) => ({ value, label: t(`manage.category.shelfLifeUnit.${value}`) }));
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
        <Field of={categories} name="status">
          <Select options={statuses} />
        </Field>
      </Group>
      <Group title={t('manage.category.group.codes')}>
        <GtinField />
        <Field of={categories} name="codeRuleId">
          <RecordSelect of={codeRules} label="ruleName" only={{ status: '0' }} allowClear />
        </Field>
      </Group>
      <Group title={t('manage.category.group.life')}>
        <Form.Item
          label={t('manage.category.shelfLife')}
          htmlFor="manage-category-form_shelfLife"
          extra={t('manage.category.shelfLife.extra')}
        >
          <Space.Compact block>
            <Field of={categories} name="shelfLife" noStyle>
              <InputNumber min={1} max={9999} precision={0} className="shelf-life" />
            </Field>
            <Field of={categories} name="shelfLifeUnit" noStyle>
              <Select options={units} allowClear aria-label={t('manage.category.shelfLifeUnit')} className="shelf-life-unit" />
            </Field>
          </Space.Compact>
        </Form.Item>
        <Field of={categories} name="origin">
          <Input maxLength={50} />
        </Field>
        <Field of={categories} name="standardNo">
          <Input className="mono-text" maxLength={50} />
        </Field>
      </Group>
      <Group title={t('manage.category.group.shopper')}>
        <Field of={categories} name="intro">
          <Input.TextArea rows={4} maxLength={2000} showCount />
        </Field>
        <Field of={categories} name="remark">
          <Input.TextArea rows={2} maxLength={500} />
        </Field>
      </Group>
    </>
  );
}
