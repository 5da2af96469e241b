import { batches, MAX_TRACE_INPUTS, missingWord, suppliers, traceRecords } from '@suyuan/contract';
import { Button, Form, Input, Radio } from 'antd';
import { useEffect } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormField } from '../../../ui/field-kinds.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { Select, useInputClear } from '../../../ui/select.tsx';
import type { FillStep } from './step-select.tsx';
import { type Attachment, TraceAttachments } from './trace-fill-values.tsx';

const LEVELS = [1, 2, 3] as const;

const NUMBER = 'w-full! max-w-70';

export function TraceSubjectFields() {
  const t = useTranslations();
  const inputClear = useInputClear();
  const form = Form.useFormInstance();
  const subject: string = Form.useWatch('subject', form) ?? 'batch';
  const hasCode = Boolean(Form.useWatch('code', form));
  useEffect(() => {
    // a code replaces level and ordinal
    if (hasCode) form.setFields(['level', 'ordinalFrom'].map((name) => ({ name, errors: [] })));
  }, [form, hasCode]);
  const number = (name: 'ordinalFrom' | 'ordinalTo', label: string, required = true) => (
    <NumberFormItem name={name} label={label} required={required} min={1} className={NUMBER} inputMode="numeric" />
  );
  return (
    <>
      <FormField of={traceRecords} name="subject" radio required={false} />
      {(subject === 'code' || subject === 'container') && (
        <FormField of={traceRecords} name="code" inputProps={{ allowClear: inputClear }} />
      )}
      {subject === 'container' && (
        <FormField
          of={traceRecords}
          name="level"
          required={!hasCode}
          control={<Select allowClear options={LEVELS.map((value) => ({ value, label: t(`manage.traceability.level.${value}`) }))} />}
        />
      )}
      {subject === 'range' && number('ordinalFrom', t('manage.traceability.ordinalFrom'))}
      {subject === 'range' && number('ordinalTo', t('manage.traceability.ordinalTo'))}
      {(subject === 'code' || subject === 'container') && number('ordinalFrom', t('manage.traceability.ordinal'), !hasCode)}
    </>
  );
}

/** Degrees rounded to six decimals (about 10 cm), beyond GPS accuracy. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Coordinates in degrees, typed or from the device. `onLocated`: the form does not detect values that code sets. */
export function TracePosition({ onLocated }: { onLocated: () => void }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.setFieldsValue({ lng: roundDegrees(coords.longitude), lat: roundDegrees(coords.latitude) });
        onLocated();
      },
      () => shellServices.notify('warning', t('manage.traceability.hereFailed')),
      { timeout: 10_000 },
    );
  return (
    <Form.Item label={t('manage.traceability.geo')} htmlFor="trace-fill_lng">
      <div className="flex flex-wrap gap-2 *:max-w-50 *:flex-[1_1_120px]">
        {(['lng', 'lat'] as const).map((name) => {
          const label = t(`manage.traceability.${name}`);
          return <FormField key={name} of={traceRecords} name={name} noStyle inputProps={{ placeholder: label, 'aria-label': label }} />;
        })}
        <Button onClick={locate}>{t('manage.traceability.here')}</Button>
      </div>
    </Form.Item>
  );
}

interface PictureFieldProps {
  step: FillStep | undefined;
  files: readonly Attachment[];
  onChange: (files: Attachment[]) => void;
  error: string | undefined;
}

/** Pictures of the whole record. */
export function TracePictureField({ step, files, onChange, error }: PictureFieldProps) {
  const t = useTranslations();
  return (
    <Form.Item
      label={t('manage.traceability.pictures')}
      required={(step?.pictureMin ?? 0) > 0}
      {...(error && { validateStatus: 'error' as const, help: <span role="alert">{error}</span> })}
      {...(step && { extra: t('manage.traceability.picturesNeeded', { min: step.pictureMin, max: step.pictureMax }) })}
    >
      <TraceAttachments files={files} onChange={onChange} kind="picture" {...(step && { maxCount: step.pictureMax })} />
    </Form.Item>
  );
}

/** Field for errors about all inputs, such as a cycle. */
export const TRACE_INPUTS_FAULT = 'trace-inputs-fault';

/** Inputs of a batch: our batches and purchased lots. */
export function TraceInputs() {
  const t = useTranslations();
  const canListSuppliers = usePermission(suppliers.permission('list'));
  const form = Form.useFormInstance();
  const rows: ({ own?: boolean } | undefined)[] = Form.useWatch('inputs', form) ?? [];
  const requiredRule = (field: 'inputBatchId' | 'inputName') => {
    const word = traceRecords.word(field);
    return [{ required: true, whitespace: field === 'inputName', message: t(missingWord(word), { field: t(word) }) }];
  };
  return (
    <Form.List name="inputs">
      {(fields, { add, remove }, { errors }) => (
        <>
          {fields.map(({ key, name }) => (
            <fieldset key={key} className="relative mx-0 mb-4 rounded border border-line px-4 pt-3 pb-0">
              <legend className="m-0! w-auto! border-0! px-2! text-sm! text-muted!">
                {t('manage.traceability.inputOf', { no: name + 1 })}
              </legend>
              <Form.Item name={[name, 'own']}>
                <Radio.Group
                  aria-label={t('manage.traceability.inputOf', { no: name + 1 })}
                  optionType="button"
                  options={[
                    { value: false, label: t('manage.traceability.inputKind.lot') },
                    { value: true, label: t('manage.traceability.inputKind.batch') },
                  ]}
                />
              </Form.Item>
              {rows[name]?.own ? (
                <Form.Item name={[name, 'inputBatchId']} label={t('manage.traceability.inputBatchId')} rules={requiredRule('inputBatchId')}>
                  <RecordSelect of={batches} label="batchNo" note="categoryName" />
                </Form.Item>
              ) : (
                <>
                  <Form.Item name={[name, 'inputName']} label={t('manage.traceability.inputName')} rules={requiredRule('inputName')}>
                    <Input maxLength={100} />
                  </Form.Item>
                  <Form.Item name={[name, 'lotNo']} label={t('manage.traceability.lotNo')}>
                    <Input maxLength={50} />
                  </Form.Item>
                  {canListSuppliers && (
                    <Form.Item name={[name, 'supplierId']} label={t('manage.traceability.supplierId')}>
                      <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />
                    </Form.Item>
                  )}
                </>
              )}
              <NumberFormItem
                name={[name, 'quantity']}
                label={t('manage.traceability.quantity')}
                min={0}
                extraValidate={(value) =>
                  value === 0 ? t('issue.notAbove', { field: t('manage.traceability.quantity'), min: 0 }) : undefined
                }
                max={1e12}
                places={9}
                className={NUMBER}
              />
              <Form.Item name={[name, 'unit']} label={t('manage.traceability.unit')}>
                <Input maxLength={10} />
              </Form.Item>
              <Button
                type="text"
                className="absolute! top-0 right-1"
                aria-label={t('manage.traceability.removeInput')}
                icon={<Icon name="close" />}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          {fields.length < MAX_TRACE_INPUTS && <Button onClick={() => add({ own: false })}>{t('manage.traceability.addInput')}</Button>}
          <div id={TRACE_INPUTS_FAULT}>
            <Form.ErrorList errors={errors} />
          </div>
        </>
      )}
    </Form.List>
  );
}
