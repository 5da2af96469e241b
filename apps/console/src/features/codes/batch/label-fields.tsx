import { batches, corrections, labelDefaults, symbologies } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio, Select } from 'antd';
import { useDeferredValue } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/refusal.ts';
import { useTranslations } from '../../../data/words.ts';
import { validateNumber } from '../../../ui/number-fault.ts';
import { NumberFormItem } from '../../../ui/number-item.tsx';

interface LabelPreview {
  svg: string;
  moduleMm: number;
  width: number;
  height: number;
}

/** Common printers blur modules smaller than this, in millimetres. */
const MIN_MODULE_MM = 0.25;

/** Side of a label in millimetres. */
const SIZE_LIMITS = { min: 5, max: 100 };

interface LabelFieldsProps {
  batchId: number;
  kind: 'svg' | 'png' | 'pdf';
  level: number;
  hasGtin: boolean;
}

/** Label settings with a preview that contains no real code. */
export function LabelFields({ batchId, kind, level, hasGtin }: LabelFieldsProps) {
  const t = useTranslations();
  const sheetLabel = (direction: 'across' | 'down') => `${t('manage.handover.sheet')} · ${t(`manage.handover.${direction}`)}`;
  const [symbology, correction, sizeMm, caption] = [
    Form.useWatch('symbology') ?? labelDefaults.symbology,
    Form.useWatch('correction') ?? labelDefaults.correction,
    Form.useWatch('sizeMm') ?? labelDefaults.sizeMm,
    Form.useWatch('caption') ?? labelDefaults.caption,
  ];
  const previewParams = useDeferredValue(`${symbology} ${correction} ${sizeMm} ${caption} ${level}`).split(' ') as [
    string,
    string,
    string,
    string,
    string,
  ];
  const preview = useQuery({
    ...getQueryOptions<LabelPreview>(batches, `/${batchId}/label`, {
      symbology: previewParams[0],
      correction: previewParams[1],
      sizeMm: previewParams[2],
      caption: previewParams[3],
      level: previewParams[4],
    }),
    enabled: validateNumber(t, '', previewParams[2], { ...SIZE_LIMITS, required: true }) === undefined,
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const isTooFine = preview.data && preview.data.moduleMm < MIN_MODULE_MM;
  return (
    <div className="label-fields">
      <div>
        <Form.Item
          name="symbology"
          label={t('manage.handover.symbology')}
          extra={symbology === 'dataMatrix' ? t(`manage.handover.symbology.dataMatrix.${level > 0 ? 'container' : 'hint'}`) : undefined}
        >
          <Radio.Group
            optionType="button"
            options={symbologies.map((value) => ({
              value,
              label: t(`manage.handover.symbology.${value}`),
              disabled: value === 'dataMatrix' && !hasGtin,
            }))}
          />
        </Form.Item>
        <div className="range-ends">
          {symbology === 'qr' && (
            <Form.Item name="correction" label={t('manage.handover.correction')} tooltip={t('manage.handover.correction.hint')}>
              <Select options={corrections.map((value) => ({ value, label: t(`manage.handover.correction.${value}`) }))} />
            </Form.Item>
          )}
          <NumberFormItem
            name="sizeMm"
            label={`${t('manage.handover.sizeMm')} (${t('manage.handover.sizeMm.unit')})`}
            title={t('manage.handover.sizeMm')}
            className="range-end"
            {...SIZE_LIMITS}
          />
        </div>
        {kind === 'pdf' && (
          <div className="range-ends">
            <NumberFormItem name="across" label={sheetLabel('across')} min={1} max={20} className="range-end" />
            <NumberFormItem name="down" label={sheetLabel('down')} min={1} max={30} className="range-end" />
          </div>
        )}
        <Form.Item name="caption" valuePropName="checked" tooltip={t('manage.handover.caption.hint')}>
          <Checkbox>{t('manage.handover.caption')}</Checkbox>
        </Form.Item>
      </div>
      <figure className="label-specimen">
        {preview.data && !preview.error && (
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(preview.data.svg)}`}
            alt={t('manage.handover.preview')}
            style={{ width: `${preview.data.width}mm`, height: `${preview.data.height}mm` }}
          />
        )}
        <figcaption className={isTooFine ? 'label-fine' : undefined} role={isTooFine || preview.error ? 'alert' : undefined}>
          {preview.error
            ? asApiError(preview.error)?.msg
            : preview.data && (
                <>
                  {t('manage.handover.moduleMm', { size: preview.data.moduleMm.toFixed(2) })}
                  {isTooFine ? ` · ${t('manage.handover.moduleFine')}` : ` · ${t('manage.handover.previewHint')}`}
                </>
              )}
        </figcaption>
      </figure>
    </div>
  );
}
