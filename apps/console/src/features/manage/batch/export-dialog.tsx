import { type CodeExportInput, exportBatch, exportColumns } from '@suyuan/contract';
import { Checkbox, Form, InputNumber, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../kit/api.ts';
import { hosts } from '../../../kit/hosts.ts';
import { groupDigits } from '../../../kit/numbers.ts';
import { refusalOf } from '../../../kit/refusal.ts';
import { useWords } from '../../../kit/words.ts';
import type { Batch } from './batch-steps.ts';

interface Ticket {
  exportId: number;
  /** Downloads once. */
  url: string;
}

/** Asks for a file of codes for the printing house and downloads it at once, by the browser itself: nothing of it is held in memory. */
export function ExportDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<CodeExportInput>();
  const [open, setOpen] = useState(true);
  const ask = useAction(exportBatch);
  const { batchId, batchNo, issuedCount, gtin } = batch;
  const format = Form.useWatch('format', form) ?? 'txt';
  const [from, to] = [Form.useWatch('from', form) ?? 1, Form.useWatch('to', form) ?? issuedCount];
  const count = Math.max(to - from + 1, 0);

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
    try {
      const { url } = (await ask.mutateAsync({ id: batchId, ...body })) as Ticket;
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
      hosts.tell('success', t('manage.codeExport.begun', { batchNo }));
      setOpen(false);
    } catch (error) {
      const { field, msg } = refusalOf(error) ?? {};
      if (field && msg && form.getFieldInstance(field)) form.setFields([{ name: field as keyof CodeExportInput, errors: [msg] }]);
    }
  };
  const choices = exportColumns
    .filter((name) => name !== 'gtin' || gtin !== null)
    .map((value) => ({ value, label: t(`manage.codeExport.column.${value}`) }));
  const end = (name: 'from' | 'to', placeholder: number) => (
    <Form.Item name={name} label={t(`manage.codeExport.${name}`)}>
      <InputNumber<number>
        min={1}
        max={issuedCount}
        precision={0}
        controls={false}
        placeholder={groupDigits(placeholder)}
        className="range-end"
      />
    </Form.Item>
  );

  return (
    <Modal
      open={open}
      width={560}
      title={t('manage.codeExport.ask', { batchNo })}
      okText={t('manage.codeExport.download', { count: groupDigits(count) })}
      okButtonProps={{ disabled: count === 0 }}
      cancelText={t('kit.cancel')}
      confirmLoading={ask.isPending}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        name="export-codes"
        layout="vertical"
        initialValues={{ format: 'txt', columns: ['ordinal', 'code', 'payload'], header: true, bom: false }}
        onFinish={() => void submit()}
      >
        <Form.Item name="format" label={t('manage.codeExport.format')} extra={t(`manage.codeExport.format.${format}.hint`)}>
          <Radio.Group optionType="button" options={(['txt', 'csv'] as const).map((value) => ({ value, label: value.toUpperCase() }))} />
        </Form.Item>
        {format === 'csv' && (
          <>
            <Form.Item
              name="columns"
              label={t('manage.codeExport.columns')}
              rules={[{ type: 'array', min: 1, required: true, message: t('manage.codeExport.columnsNeeded') }]}
            >
              <Checkbox.Group options={choices} className="export-columns" />
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
        <div className="range-ends">
          {end('from', 1)}
          {end('to', issuedCount)}
        </div>
      </Form>
      <p className="export-note">{t('manage.codeExport.note')}</p>
    </Modal>
  );
}
