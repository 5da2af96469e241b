import { batches, type CodeImportForm, importCodes } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import type { Batch } from './batch-steps.ts';

/** Bytes read for the preview. */
const PREVIEW_BYTES = 64 * 1024;

/** First lines of a file, decoded as UTF-8 or, if invalid, as GBK. */
async function firstLines(file: File): Promise<string[]> {
  const bytes = await file.slice(0, PREVIEW_BYTES).arrayBuffer();
  const lines = (text: string) => text.split('\n').map((line) => line.replace(/\r$/, ''));
  const endIndex = bytes.byteLength < PREVIEW_BYTES ? undefined : -1;
  try {
    return lines(new TextDecoder('utf-8', { fatal: bytes.byteLength < PREVIEW_BYTES }).decode(bytes)).slice(0, endIndex);
  } catch {
    return lines(new TextDecoder('gbk').decode(bytes)).slice(0, endIndex);
  }
}

/** The most likely column separator; empty where a line is one code. */
function separatorOf(lines: readonly string[]): '' | ',' | ';' | '\t' {
  const sampleLines = lines.filter((line) => line.trim()).slice(0, 20);
  return (
    (['\t', ',', ';'] as const).find((candidate) => sampleLines.length > 0 && sampleLines.every((line) => line.includes(candidate))) ?? ''
  );
}

/** The code of a line as the server will read it; undefined where the column is missing. */
function extractCode(line: string, separator: string, column: number): string | undefined {
  if (!separator) return line.trim();
  return line
    .split(separator)
    [column - 1]?.replace(/^"(.*)"$/, '$1')
    .trim();
}

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
  const t = useTranslations();
  const [form] = Form.useForm<Fields>();
  const [file, setFile] = useState<{ file: File; lines: string[] }>();
  const client = useQueryClient();
  const formValues = Form.useWatch([], form) as Fields | undefined;
  const { separator = '', column = 1, header = false } = formValues ?? {};
  const { batchId, batchNo, quantity, issuedCount } = batch;

  const selectFile = async (selectedFile: File | undefined) => {
    if (!selectedFile) return;
    const lines = await firstLines(selectedFile);
    setFile({ file: selectedFile, lines });
    form.setFieldsValue({ separator: separatorOf(lines) });
  };
  const submit = async (values: Fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) if (value) body.append(name, String(value));
    if (file) body.append('file', file.file, file.file.name);
    await call(importCodes, { id: batchId }, { body });
    shellServices.notify('success', t('manage.codeImport.sent'));
    shellServices.refreshTasks();
    await client.invalidateQueries({ queryKey: [batches.path] });
  };

  return (
    <FormDialog
      form={form}
      name="import-codes"
      width={560}
      title={t('manage.codeImport.ask', { batchNo })}
      okText={t('manage.codeImport.submit')}
      okButtonProps={{ disabled: !file }}
      initialValues={{ separator: '', column: 1, header: false, keepGood: false }}
      onSubmit={submit}
      onClose={() => onClose()}
    >
      <p className="m-0 text-muted">{t('manage.codeImport.hint')}</p>
      <p>{t('manage.codeImport.left', { count: groupDigits(Math.max(quantity - issuedCount, 0)) })}</p>
      <Form.Item label={t('manage.codeImport.file')} required>
        <label className="ant-btn ant-btn-default">
          <input
            type="file"
            accept=".txt,.csv"
            className="sr-only"
            aria-label={t('manage.codeImport.choose')}
            onChange={({ target }) => void selectFile(target.files?.[0])}
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
      {separator !== '' && <NumberFormItem name="column" label={t('manage.codeImport.column')} min={1} max={50} />}
      <Form.Item name="header" valuePropName="checked">
        <Checkbox>{t('manage.codeImport.header')}</Checkbox>
      </Form.Item>
      <Form.Item name="keepGood" valuePropName="checked" extra={t('manage.codeImport.keepGood.hint')}>
        <Checkbox>{t('manage.codeImport.keepGood')}</Checkbox>
      </Form.Item>
      {file && (
        <>
          <p>{t('manage.codeImport.preview')}</p>
          <ol className="mono-text mt-0 mb-4 overflow-x-auto rounded bg-hover p-3 whitespace-nowrap">
            {file.lines.slice(0, 5).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
              <li key={index}>
                {line}
                {!(header && index === 0) && (
                  <span className="ms-2 text-(--tone-verified)">
                    {t('manage.codeImport.previewCode')} {extractCode(line, separator, column ?? 1) ?? '—'}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </FormDialog>
  );
}
