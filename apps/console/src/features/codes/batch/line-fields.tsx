import { exportColumns, levelNames, plainColumns } from '@suyuan/contract';
import { Checkbox, Form, Radio } from 'antd';
import { useTranslations } from '../../../data/words.ts';

interface LineFieldsProps {
  hasGtin: boolean;
  packedIn: readonly string[];
  /** The file is not encrypted, so it contains no PINs. */
  isPlain?: boolean;
}

export function LineFields({ hasGtin, packedIn, isPlain = false }: LineFieldsProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const format: 'txt' | 'csv' = Form.useWatch('format', form) ?? form.getFieldValue('format');
  const level: number = Form.useWatch('level', form) ?? 0;
  const excludedColumns: string[] = [
    ...(hasGtin ? [] : ['gtin']),
    ...levelNames.filter((name) => !packedIn.includes(name)),
    ...(level > 0 || packedIn.length > 0 ? [] : ['sscc']),
  ];
  const columnOptions = (isPlain ? plainColumns : exportColumns)
    .filter((name) => !excludedColumns.includes(name))
    .map((value) => ({ value, label: t(`manage.codeExport.column.${value}`) }));
  return (
    <>
      <Form.Item name="format" label={t('manage.codeExport.format')} extra={t(`manage.codeExport.format.${format}.hint`)}>
        <Radio.Group optionType="button" options={(['txt', 'csv'] as const).map((value) => ({ value, label: value.toUpperCase() }))} />
      </Form.Item>
      {format === 'csv' && (
        <>
          <Form.Item
            name="columns"
            label={t('manage.codeExport.columns')}
            extra={isPlain && t('manage.codeExport.pinHint')}
            rules={[{ type: 'array', min: 1, required: true, message: t('manage.codeExport.columnsNeeded') }]}
          >
            <Checkbox.Group options={columnOptions} className="export-columns" />
          </Form.Item>
          <div className="export-marks">
            <Form.Item name="header" valuePropName="checked">
              <Checkbox>{t('manage.codeExport.header.hint')}</Checkbox>
            </Form.Item>
            <Form.Item name="bom" valuePropName="checked">
              <Checkbox>{t('manage.codeExport.bom.hint')}</Checkbox>
            </Form.Item>
          </div>
        </>
      )}
    </>
  );
}
