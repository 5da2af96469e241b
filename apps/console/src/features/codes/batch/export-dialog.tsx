import { type CodeExportInput, exportBatch } from '@suyuan/contract';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useTranslations } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { showApiError } from '../../../ui/show-refusal.ts';
import type { Batch } from './batch-steps.ts';
import { LevelField, useLevel } from './level-field.tsx';
import { LineFields } from './line-fields.tsx';
import { RangeFields, useRangeCount } from './range-fields.tsx';

interface Ticket {
  exportId: number;
  /** Works for one download. */
  url: string;
}

/** Requests an export for the printing house. The browser downloads it directly, so the file is never held in memory. */
export function ExportDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<CodeExportInput>();
  const [open, setOpen] = useState(true);
  const requestExport = useAction(exportBatch, { ownErrors: true });
  const { batchId, batchNo, gtin } = batch;
  const { level, count: levelCount, packedIn } = useLevel(form, batch);
  const count = useRangeCount(form, levelCount);

  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
    try {
      const { url } = (await requestExport.mutateAsync({ id: batchId, ...body })) as Ticket;
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
      shellServices.notify('success', t('manage.codeExport.begun', { batchNo }));
      setOpen(false);
    } catch (error) {
      showApiError(form, error);
    }
  };

  return (
    <Modal
      open={open}
      width={560}
      title={t('manage.codeExport.ask', { batchNo })}
      okText={t('manage.codeExport.download', { count: groupDigits(count) })}
      cancelText={t('kit.cancel')}
      confirmLoading={requestExport.isPending}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        name="export-codes"
        layout="vertical"
        initialValues={{ level: 0, format: 'txt', columns: ['ordinal', 'code', 'payload'], header: true, bom: false }}
        onFinish={() => void submit()}
      >
        <LevelField batch={batch} />
        <LineFields hasGtin={gtin !== null || level > 0} packedIn={packedIn} isPlain />
        <div className="range-ends">
          <RangeFields issuedCount={levelCount} />
        </div>
      </Form>
      <p className="export-note">{t('manage.codeExport.note')}</p>
    </Modal>
  );
}
