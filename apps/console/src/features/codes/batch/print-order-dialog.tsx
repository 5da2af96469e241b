import {
  corrections,
  labelDefaults,
  labelPreview,
  MAX_BATCH_QUANTITY,
  type PrintOrderInput,
  type PrintOrderKind,
  printOrderKinds,
  requestPrintOrder,
  sheetDefaults,
  symbologies,
} from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useDeferredValue } from 'react';
import { endpointQueryOptions, useCall } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { MoreSettings } from '../../../ui/field-kinds.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { Select } from '../../../ui/select.tsx';
import type { Batch } from './batch-steps.ts';
import { LevelField, LineFields, LineOptions, RangeFields, useLevel, useRangeCount } from './export-dialog.tsx';
import { FieldRow } from './rows.tsx';

/** Common printers blur modules smaller than this, in millimetres. */
const MIN_MODULE_MM = 0.25;

/** Side of a label in millimetres. */
const SIZE_LIMITS = { min: 5, max: 100 };

const labelFrame = 'mx-0 mt-0 mb-6 flex min-h-[226px] flex-col items-center justify-center gap-2 rounded border border-line p-3';

interface LabelFieldsProps {
  batchId: number;
  level: number;
  hasGtin: boolean;
}

/** Label settings with a preview that contains no real code. */
function LabelFields({ batchId, level, hasGtin }: LabelFieldsProps) {
  const t = useTranslations();
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
    ...endpointQueryOptions(labelPreview, {
      id: batchId,
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
    <div className="grid grid-cols-[1fr_200px] gap-x-6 max-md:grid-cols-[1fr]">
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
        <FieldRow>
          {symbology === 'qr' && (
            <Form.Item name="correction" label={t('manage.handover.correction')} tooltip={t('manage.handover.correction.hint')}>
              <Select options={corrections.map((value) => ({ value, label: t(`manage.handover.correction.${value}`) }))} />
            </Form.Item>
          )}
          <NumberFormItem
            name="sizeMm"
            label={`${t('manage.handover.sizeMm')} (${t('manage.handover.sizeMm.unit')})`}
            title={t('manage.handover.sizeMm')}
            className="w-full!"
            {...SIZE_LIMITS}
          />
        </FieldRow>
      </div>
      <figure className={labelFrame}>
        {preview.data && !preview.error && (
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(preview.data.svg)}`}
            alt={t('manage.handover.preview')}
            className="max-h-40 max-w-full bg-white object-contain"
            style={{ width: `${preview.data.width}mm`, height: `${preview.data.height}mm` }}
          />
        )}
        <figcaption
          className={`text-center text-xs/5 ${isTooFine ? 'text-(--tone-attention)' : 'text-muted'}`}
          role={isTooFine || preview.error ? 'alert' : undefined}
        >
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

/** Fields whose defaults fit most orders. */
function MoreFields({ kind }: { kind: PrintOrderKind }) {
  const t = useTranslations();
  const sheetLabel = (direction: 'across' | 'down') => `${t('manage.handover.sheet')} · ${t(`manage.handover.${direction}`)}`;
  return (
    <MoreSettings names={['header', 'bom', 'across', 'down', 'caption', 'perFile']}>
      {kind === 'lines' && <LineOptions />}
      {kind === 'pdf' && (
        <FieldRow>
          <NumberFormItem name="across" label={sheetLabel('across')} min={1} max={20} className="w-full!" />
          <NumberFormItem name="down" label={sheetLabel('down')} min={1} max={30} className="w-full!" />
        </FieldRow>
      )}
      {kind !== 'lines' && (
        <Form.Item name="caption" valuePropName="checked" tooltip={t('manage.handover.caption.hint')}>
          <Checkbox>{t('manage.handover.caption')}</Checkbox>
        </Form.Item>
      )}
      {(kind === 'lines' || kind === 'pdf') && (
        <NumberFormItem
          name="perFile"
          label={t('manage.handover.perFile')}
          tooltip={t(kind === 'pdf' ? 'manage.handover.perFile.sheets' : 'manage.handover.perFile.hint')}
          min={1}
          max={MAX_BATCH_QUANTITY}
          controls={false}
          className="w-full!"
          grouped
        />
      )}
    </MoreSettings>
  );
}

interface PrintOrderDialogProps {
  batch: Batch;
  /** Of the order to repeat. */
  initialValues?: Partial<PrintOrderInput> | undefined;
  onClose: (handoverId?: number) => void;
}

/** Requests files or labels for a printing house. A second person has to release the order. */
export function PrintOrderDialog({ batch, initialValues, onClose }: PrintOrderDialogProps) {
  const t = useTranslations();
  const [form] = Form.useForm<PrintOrderInput>();
  const requestOrder = useCall(requestPrintOrder, { ownErrors: true });
  const { batchId, batchNo, gtin } = batch;
  const { level, count: levelCount, packedIn } = useLevel(form, batch);
  const hasGtin = gtin !== null || level > 0;
  const kind: PrintOrderKind = Form.useWatch('kind', form) ?? 'lines';
  const count = useRangeCount(form, levelCount);

  const submit = async (values: PrintOrderInput) => {
    const filledEntries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const { handoverId } = await requestOrder.mutateAsync({ id: batchId, ...(Object.fromEntries(filledEntries) as PrintOrderInput) });
    shellServices.notify('success', t('manage.handover.requested'));
    return handoverId;
  };

  return (
    <FormDialog
      form={form}
      name="hand-over"
      width={640}
      title={t('manage.handover.ask', { batchNo })}
      okText={t('manage.handover.askDo', { count: groupDigits(count) })}
      initialValues={{
        kind: 'lines',
        level: 0,
        format: 'csv',
        columns: ['ordinal', 'code', 'payload'],
        header: true,
        bom: false,
        ...labelDefaults,
        ...sheetDefaults,
        ...initialValues,
      }}
      initialFocus="recipient"
      onSubmit={submit}
      onClose={onClose}
      note={<p className="m-0 text-muted">{t('manage.handover.askHint')}</p>}
    >
      <Form.Item
        name="recipient"
        label={t('manage.handover.recipient')}
        extra={t('manage.handover.recipient.hint')}
        rules={[{ required: true, whitespace: true, message: t('issue.required', { field: t('manage.handover.recipient') }) }]}
      >
        <Input maxLength={50} autoComplete="organization" />
      </Form.Item>
      <Form.Item name="kind" label={t('manage.handover.kind')} extra={t(`manage.handover.kind.${kind}.hint`)}>
        <Radio.Group
          optionType="button"
          className="flex! flex-wrap gap-y-2"
          options={printOrderKinds.map((value) => ({ value, label: t(`manage.handover.kind.${value}`) }))}
        />
      </Form.Item>
      <LevelField batch={batch} />
      {kind === 'lines' ? (
        <LineFields hasGtin={hasGtin} packedIn={packedIn} hasPins={batch.pinDigits > 0} />
      ) : (
        <LabelFields batchId={batchId} level={level} hasGtin={hasGtin} />
      )}
      <FieldRow>
        <RangeFields issuedCount={levelCount} />
      </FieldRow>
      <MoreFields kind={kind} />
    </FormDialog>
  );
}
