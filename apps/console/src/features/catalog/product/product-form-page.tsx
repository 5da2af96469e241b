import { codeRules, MAX_PICTURES, products, type Translate, traceTemplates } from '@suyuan/contract';
import { Button, Form, Space } from 'antd';
import { useId, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { filePath, fileUrl } from '../../../data/site-config.ts';
import { Field } from '../../../ui/field.tsx';
import { type FieldProps, FormField } from '../../../ui/field-kinds.tsx';
import { UploadButton } from '../../../ui/file-inputs.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import type { ParsedNumber } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { declaredGroups, ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { CategorySelect } from '../shared/category-select.tsx';
import { PictureItem, PictureList } from './picture-list.tsx';
import { AttributesField, GtinField, PackagingField } from './product-form-parts.tsx';

const ImagePreview = lazyDialog(() => import('../../../ui/image-preview.tsx'));

/** Up to nine pictures. The first one is the main picture. */
function PicturesField({ value = [], onChange }: { value?: string[]; onChange?: (paths: string[]) => void }) {
  const t = useTranslations();
  const [previewUrl, setPreviewUrl] = useState<string>();
  return (
    <div>
      {value.length > 0 && (
        <PictureList className="mt-0 mb-2">
          {value.map((path, index) => (
            <PictureItem
              key={path}
              src={fileUrl(path)}
              alt={t('manage.category.picture.place', { place: index + 1 })}
              onOpen={() => setPreviewUrl(fileUrl(path))}
            >
              {index === 0 && (
                <span className="absolute top-1 left-1 rounded-sm bg-surface px-1 text-xs text-ink">
                  {t('manage.category.picture.main')}
                </span>
              )}
              <span className="flex justify-end">
                {index > 0 && (
                  <Button
                    size="small"
                    type="text"
                    icon={<Icon name="bookmark" />}
                    aria-label={t('manage.category.picture.first', { place: index + 1 })}
                    title={t('manage.category.picture.first', { place: index + 1 })}
                    onClick={() => onChange?.([path, ...value.filter((other) => other !== path)])}
                  />
                )}
                <Button
                  size="small"
                  type="text"
                  danger
                  icon={<Icon name="close" />}
                  aria-label={t('manage.category.picture.remove', { place: index + 1 })}
                  title={t('manage.category.picture.remove', { place: index + 1 })}
                  onClick={() => onChange?.(value.filter((other) => other !== path))}
                />
              </span>
            </PictureItem>
          ))}
        </PictureList>
      )}
      {value.length < MAX_PICTURES && (
        <UploadButton onUploaded={(url) => onChange?.([...value, filePath(url)])}>{t('manage.category.picture.add')}</UploadButton>
      )}
      {previewUrl && <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />}
    </div>
  );
}

/** Maximum price in yuan; the API uses fen. */
const MAX_PRICE_YUAN = 1_000_000_000;

/** Fen to yuan without floating-point noise. A non-number is returned unchanged, so that the input keeps it. */
const toYuan = (fen: unknown) => (typeof fen === 'number' ? Number((fen / 100).toFixed(9)) : fen);

/** Converts between fen in the API and yuan in the field. */
const yuanFieldProps = {
  getValueProps: (fen: unknown) => ({ value: toYuan(fen) }),
  normalize: (yuan: ParsedNumber) => (typeof yuan === 'number' ? Number((yuan * 100).toFixed(7)) : yuan),
};

interface NumberWithUnitProps {
  name: 'netContent' | 'shelfLife';
  unit: 'netContentUnit' | 'shelfLifeUnit';
  extra?: string;
}

function NumberWithUnit({ name, unit, extra }: NumberWithUnitProps) {
  const t = useTranslations();
  const title = t(products.word(name));
  return (
    <Form.Item label={title} {...(extra && { extra })}>
      <Space.Compact block>
        <FormField of={products} name={name} noStyle inputProps={{ 'aria-label': title, className: 'w-auto! flex-3!' }} />
        <FormField
          of={products}
          name={unit}
          noStyle
          inputProps={{ 'aria-label': t(products.word(unit)), className: 'w-auto! flex-2!', allowClear: true }}
        />
      </Space.Compact>
    </Form.Item>
  );
}

function PriceField() {
  const t = useTranslations();
  const id = useId();
  const title = t('manage.category.price');
  const validatePrice = (fen: unknown) => validateNumber(t, title, toYuan(fen), { min: 0, max: MAX_PRICE_YUAN, places: 2 });
  return (
    <Form.Item label={title} htmlFor={id}>
      <Field of={products} name="suggestedPriceFen" noStyle validate={validatePrice} {...yuanFieldProps}>
        <NumberField id={id} min={0} fixed={2} suffix={t('manage.category.price.yuan')} className="w-40!" />
      </Field>
    </Form.Item>
  );
}

const wide = { className: 'col-span-full' };

/** GTIN and packaging are fixed once codes are issued. */
const inputsOf = (t: Translate, fixed: boolean): FieldProps => ({
  netContent: <NumberWithUnit name="netContent" unit="netContentUnit" />,
  netContentUnit: false,
  suggestedPriceFen: <PriceField />,
  catalogueId: { control: <CategorySelect kind="category" /> },
  templateId: { control: <RecordSelect of={traceTemplates} label="templateName" fixedFilters={{ status: '0' }} allowClear /> },
  pictures: { ...wide, control: <PicturesField /> },
  videoUrl: { ...wide, inputProps: { inputMode: 'url' } },
  gtin: <GtinField fixed={fixed} />,
  packaging: { ...wide, ...(!fixed && { extra: t('manage.category.packaging.extra') }), control: <PackagingField fixed={fixed} /> },
  codeRuleId: { control: <RecordSelect of={codeRules} label="ruleName" fixedFilters={{ status: '0' }} allowClear /> },
  shelfLife: <NumberWithUnit name="shelfLife" unit="shelfLifeUnit" extra={t('manage.category.shelfLife.extra')} />,
  shelfLifeUnit: false,
  licenceNo: { extra: null },
  attributes: { ...wide, control: <AttributesField /> },
  intro: { ...wide, inputProps: { showCount: true } },
  story: { ...wide, control: <RichTextEditor height={300} label={t('manage.category.story')} /> },
  remark: { ...wide, inputProps: { rows: 2 } },
});

export default function ProductFormPage() {
  const t = useTranslations();
  return (
    <ResourceFormPage
      resource={products}
      groups={(record) => declaredGroups(products, t, inputsOf(t, record?.printed === true))}
      nameField="categoryName"
      home="/manage/category"
    />
  );
}
