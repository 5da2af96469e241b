import { batches, suppliers } from '@suyuan/contract';
import { Button, Form, Input, Radio } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NumberFormItem } from '../../../ui/number-item.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';

/** Field for errors about all inputs, such as a cycle. */
export const TRACE_INPUTS_FAULT = 'trace-inputs-fault';

/** Inputs of a batch: our batches and purchased lots. */
export function TraceInputs() {
  const t = useTranslations();
  const canListSuppliers = usePermission(suppliers.permission('list'));
  const form = Form.useFormInstance();
  const rows: ({ own?: boolean } | undefined)[] = Form.useWatch('inputs', form) ?? [];
  return (
    <Form.List name="inputs">
      {(fields, { add, remove }, { errors }) => (
        <>
          {fields.map(({ key, name }) => (
            <fieldset key={key} className="trace-input">
              <legend>
                {t('manage.traceability.inputs')} {name + 1}
              </legend>
              <Form.Item name={[name, 'own']}>
                <Radio.Group
                  aria-label={t('manage.traceability.inputs')}
                  optionType="button"
                  options={[
                    { value: false, label: t('manage.traceability.inputKind.lot') },
                    { value: true, label: t('manage.traceability.inputKind.batch') },
                  ]}
                />
              </Form.Item>
              {rows[name]?.own ? (
                <Form.Item name={[name, 'inputBatchId']} label={t('manage.traceability.inputBatchId')}>
                  <RecordSelect of={batches} label="batchNo" note="categoryName" />
                </Form.Item>
              ) : (
                <>
                  <Form.Item name={[name, 'inputName']} label={t('manage.traceability.inputName')}>
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
                className="trace-number"
              />
              <Form.Item name={[name, 'unit']} label={t('manage.traceability.unit')}>
                <Input maxLength={10} />
              </Form.Item>
              <Button
                type="text"
                className="trace-take-off"
                aria-label={t('manage.traceability.removeInput')}
                icon={<Icon name="close" />}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          {fields.length < 20 && <Button onClick={() => add({ own: false })}>{t('manage.traceability.addInput')}</Button>}
          <div id={TRACE_INPUTS_FAULT}>
            <Form.ErrorList errors={errors} />
          </div>
        </>
      )}
    </Form.List>
  );
}
