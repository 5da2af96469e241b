import {
  labelDefaults,
  MAX_BATCH_QUANTITY,
  type PrintOrderInput,
  type PrintOrderKind,
  printOrderKinds,
  requestPrintOrder,
  sheetDefaults,
} from '@suyuan/contract';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { NumberFormItem } from '../../../ui/number-item.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { showApiError } from '../../../ui/show-refusal.ts';
import type { Batch } from './batch-steps.ts';
import { LabelFields } from './label-fields.tsx';
import { LevelField, useLevel } from './level-field.tsx';
import { LineFields } from './line-fields.tsx';
import { RangeFields, useRangeCount } from './range-fields.tsx';
import './print-order-dialog.css';

/** Requests files or labels for a printing house. A second person has to release the order. */
export function PrintOrderDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<PrintOrderInput>();
  const [open, setOpen] = useState(true);
  const requestOrder = useAction(requestPrintOrder, { ownErrors: true });
  const { batchId, batchNo, gtin } = batch;
  const { level, count: levelCount, packedIn } = useLevel(form, batch);
  const hasGtin = gtin !== null || level > 0;
  const kind: PrintOrderKind = Form.useWatch('kind', form) ?? 'lines';
  const count = useRangeCount(form, levelCount);

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''));
    try {
      await requestOrder.mutateAsync({ id: batchId, ...body });
      shellServices.notify('success', t('manage.handover.asked'));
      setOpen(false);
    } catch (error) {
      showApiError(form, error);
    }
  };

  return (
    <Modal
      open={open}
      width={640}
      title={t('manage.handover.ask', { batchNo })}
      okText={t('manage.handover.askDo', { count: groupDigits(count) })}
      cancelText={t('kit.cancel')}
      confirmLoading={requestOrder.isPending}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        name="hand-over"
        layout="vertical"
        initialValues={{
          kind: 'lines',
          level: 0,
          format: 'csv',
          columns: ['ordinal', 'code', 'payload'],
          header: true,
          bom: false,
          ...labelDefaults,
          ...sheetDefaults,
        }}
        onFinish={() => void submit()}
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
            className="handover-kinds"
            options={printOrderKinds.map((value) => ({ value, label: t(`manage.handover.kind.${value}`) }))}
          />
        </Form.Item>
        <LevelField batch={batch} />
        {kind === 'lines' ? (
          <LineFields hasGtin={hasGtin} packedIn={packedIn} />
        ) : (
          <LabelFields batchId={batchId} kind={kind} level={level} hasGtin={hasGtin} />
        )}
        <div className="range-ends">
          <RangeFields issuedCount={levelCount} />
          {(kind === 'lines' || kind === 'pdf') && (
            <NumberFormItem
              name="perFile"
              label={t('manage.handover.perFile')}
              tooltip={t(kind === 'pdf' ? 'manage.handover.perFile.sheets' : 'manage.handover.perFile.hint')}
              min={1}
              max={MAX_BATCH_QUANTITY}
              controls={false}
              className="range-end"
              grouped
            />
          )}
        </div>
      </Form>
      <p className="export-note">{t('manage.handover.askHint')}</p>
    </Modal>
  );
}
