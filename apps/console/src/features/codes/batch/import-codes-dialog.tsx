import { type CodeImportForm, codeImports } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Modal, Progress, Radio } from 'antd';
import { useState } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { refusalOf } from '../../../data/refusal.ts';
import { envelope } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { NumberItem } from '../../../ui/number-item.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { validValues } from '../../../ui/valid-values.ts';
import type { Batch } from './batch-steps.ts';
import { firstLines, readAs, separatorOf } from './import-head.ts';
import './print-order-dialog.css';

/** The API expects an empty separator for a line that is one code. */
type Fields = Omit<CodeImportForm, 'separator'> & { separator: '' | ',' | ';' | '\t' };

const separators = [
  { value: '', word: 'none' },
  { value: ',', word: 'comma' },
  { value: ';', word: 'semicolon' },
  { value: '\t', word: 'tab' },
] as const;

/** Uploads a file of foreign codes; a task imports it. Previews the first lines as they will be read. */
export function ImportCodesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<Fields>();
  const [open, setOpen] = useState(true);
  const [file, setFile] = useState<{ file: File; lines: string[] }>();
  const [sending, setSending] = useState(false);
  const client = useQueryClient();
  const typed = Form.useWatch([], form) as Fields | undefined;
  const { separator = '', column = 1, header = false } = typed ?? {};
  const { batchId, batchNo, quantity, issuedCount } = batch;

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const lines = await firstLines(chosen);
    setFile({ file: chosen, lines });
    form.setFieldsValue({ separator: separatorOf(lines) });
  };
  const submit = async () => {
    const values = file && (await validValues(form));
    if (!values) return;
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) if (value) body.append(name, String(value));
    body.append('file', file.file, file.file.name);
    setSending(true);
    try {
      await envelope('POST', codeImports.path.replace(':id', String(batchId)), body);
      hosts.tell('success', t('manage.codeImport.sent'));
      hosts.taskFiled();
      await client.invalidateQueries({ queryKey: ['/manage/batch'] });
      setOpen(false);
    } catch (error) {
      hosts.tell('error', refusalOf(error)?.msg ?? t('kit.failed'));
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal
      open={open}
      width={560}
      title={t('manage.codeImport.ask', { batchNo })}
      okText={t('manage.codeImport.submit')}
      okButtonProps={{ disabled: !file }}
      cancelText={t('kit.cancel')}
      confirmLoading={sending}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p className="export-note">{t('manage.codeImport.hint')}</p>
      <p>{t('manage.codeImport.left', { count: groupDigits(Math.max(quantity - issuedCount, 0)) })}</p>
      <Form form={form} name="import-codes" layout="vertical" initialValues={{ separator: '', column: 1, header: false, keepGood: false }}>
        <Form.Item label={t('manage.codeImport.file')} required>
          <label className="ant-btn ant-btn-default">
            <input
              type="file"
              accept=".txt,.csv"
              className="sr-only"
              aria-label={t('manage.codeImport.choose')}
              onChange={({ target }) => void choose(target.files?.[0])}
            />
            {file?.file.name ?? t('manage.codeImport.choose')}
          </label>
        </Form.Item>
        <Form.Item name="separator" label={t('manage.codeImport.separator')}>
          <Radio.Group
            optionType="button"
            options={separators.map(({ value, word }) => ({ value, label: t(`manage.codeImport.separator.${word}`) }))}
          />
        </Form.Item>
        {separator !== '' && <NumberItem name="column" label={t('manage.codeImport.column')} min={1} max={50} />}
        <Form.Item name="header" valuePropName="checked">
          <Checkbox>{t('manage.codeImport.header')}</Checkbox>
        </Form.Item>
        <Form.Item name="keepGood" valuePropName="checked" extra={t('manage.codeImport.keepGood.hint')}>
          <Checkbox>{t('manage.codeImport.keepGood')}</Checkbox>
        </Form.Item>
      </Form>
      {file && (
        <>
          <p>{t('manage.codeImport.preview')}</p>
          <ol className="import-head mono-text">
            {file.lines.slice(0, 5).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
              <li key={index}>
                {line}
                {!(header && index === 0) && (
                  <span className="import-read">
                    {t('manage.codeImport.previewCode')} {readAs(line, separator, column ?? 1) ?? '—'}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {sending && <Progress percent={100} status="active" showInfo={false} aria-label={t('manage.codeImport.submit')} />}
    </Modal>
  );
}
