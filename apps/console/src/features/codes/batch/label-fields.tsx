import { batches, corrections, labelDefaults, symbologies } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio, Select } from 'antd';
import { useDeferredValue } from 'react';
import { getOf } from '../../../data/api.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { useWords } from '../../../data/words.ts';
import { numberFault } from '../../../ui/number-fault.ts';
import { NumberItem } from '../../../ui/number-item.tsx';

interface Specimen {
  svg: string;
  moduleMm: number;
  width: number;
  height: number;
}

/** Common printers blur modules smaller than this, in millimetres. */
const FINE = 0.25;

/** Side of a label in millimetres. */
const SIZE = { min: 5, max: 100 };

interface LabelFieldsProps {
  batchId: number;
  kind: 'svg' | 'png' | 'pdf';
  level: number;
  hasGtin: boolean;
}

/** Label settings with a preview that contains no real code. */
export function LabelFields({ batchId, kind, level, hasGtin }: LabelFieldsProps) {
  const t = useWords();
  const onSheet = (way: 'across' | 'down') => `${t('manage.handover.sheet')} · ${t(`manage.handover.${way}`)}`;
  const [symbology, correction, sizeMm, caption] = [
    Form.useWatch('symbology') ?? labelDefaults.symbology,
    Form.useWatch('correction') ?? labelDefaults.correction,
    Form.useWatch('sizeMm') ?? labelDefaults.sizeMm,
    Form.useWatch('caption') ?? labelDefaults.caption,
  ];
  const asked = useDeferredValue(`${symbology} ${correction} ${sizeMm} ${caption} ${level}`).split(' ') as [
    string,
    string,
    string,
    string,
    string,
  ];
  const specimen = useQuery({
    ...getOf<Specimen>(batches, `/${batchId}/label`, {
      symbology: asked[0],
      correction: asked[1],
      sizeMm: asked[2],
      caption: asked[3],
      level: asked[4],
    }),
    enabled: numberFault(t, '', asked[2], { ...SIZE, needed: true }) === undefined,
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const fine = specimen.data && specimen.data.moduleMm < FINE;
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
          <NumberItem
            name="sizeMm"
            label={`${t('manage.handover.sizeMm')} (${t('manage.handover.sizeMm.unit')})`}
            title={t('manage.handover.sizeMm')}
            className="range-end"
            {...SIZE}
          />
        </div>
        {kind === 'pdf' && (
          <div className="range-ends">
            <NumberItem name="across" label={onSheet('across')} min={1} max={20} className="range-end" />
            <NumberItem name="down" label={onSheet('down')} min={1} max={30} className="range-end" />
          </div>
        )}
        <Form.Item name="caption" valuePropName="checked" tooltip={t('manage.handover.caption.hint')}>
          <Checkbox>{t('manage.handover.caption')}</Checkbox>
        </Form.Item>
      </div>
      <figure className="label-specimen">
        {specimen.data && !specimen.error && (
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(specimen.data.svg)}`}
            alt={t('manage.handover.preview')}
            style={{ width: `${specimen.data.width}mm`, height: `${specimen.data.height}mm` }}
          />
        )}
        <figcaption className={fine ? 'label-fine' : undefined} role={fine || specimen.error ? 'alert' : undefined}>
          {specimen.error
            ? refusalOf(specimen.error)?.msg
            : specimen.data && (
                <>
                  {t('manage.handover.moduleMm', { size: specimen.data.moduleMm.toFixed(2) })}
                  {fine ? ` · ${t('manage.handover.moduleFine')}` : ` · ${t('manage.handover.previewHint')}`}
                </>
              )}
        </figcaption>
      </figure>
    </div>
  );
}
