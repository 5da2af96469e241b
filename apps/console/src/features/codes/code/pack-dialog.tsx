import { MAX_CODE_TEXT_LENGTH, packCodes } from '@suyuan/contract';
import { Checkbox, Form, Input, type InputRef, Radio } from 'antd';
import { useRef } from 'react';
import { useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';

interface PackValues {
  container: string;
  codes: string;
  way: 'whole' | 'join';
  move: boolean;
}

const linesOf = (text: string | undefined) => (text ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** Packs a box, case or pallet. The container is scanned first, then each code in it; a scanner ends each with Enter. */
export function PackDialog({ onClose, container }: { onClose: () => void; container?: string | undefined }) {
  const t = useTranslations();
  const [form] = Form.useForm<PackValues>();
  const list = useRef<InputRef & { focus(): void }>(null);
  const scannedLines = linesOf(Form.useWatch('codes', form));
  const duplicateCount = scannedLines.length - new Set(scannedLines.map((line) => line.trim())).size;
  const pack = useCall(packCodes, { ownErrors: true });
  const submit = async (values: PackValues) => {
    const result = await pack.mutateAsync({
      container: values.container,
      codes: linesOf(values.codes),
      join: values.way === 'join',
      move: values.move,
    });
    shellServices.notify('success', t('manage.code.pack.done', result));
  };
  const requiredRule = (field: 'container' | 'codes') => [
    { required: true, message: t('issue.required', { field: t(`manage.code.${field}`) }) },
  ];
  return (
    <FormDialog
      form={form}
      name="pack-codes"
      title={t('manage.code.pack.title')}
      okText={t('manage.code.pack')}
      width={560}
      initialValues={{ ...(container !== undefined && { container }), way: 'whole', move: false }}
      initialFocus={container === undefined ? 'container' : 'codes'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{t('manage.code.pack.hint')}</p>
      <Form.Item name="container" label={t('manage.code.container')} rules={requiredRule('container')}>
        <Input
          className="mono-text"
          maxLength={MAX_CODE_TEXT_LENGTH}
          autoComplete="off"
          placeholder={t('manage.code.pack.container.hint')}
          onPressEnter={(event) => {
            event.preventDefault();
            list.current?.focus();
          }}
        />
      </Form.Item>
      <Form.Item
        name="codes"
        label={t('manage.code.codes')}
        rules={requiredRule('codes')}
        extra={
          <span aria-live="polite" className="tabular-nums">
            {scannedLines.length === 0 ? t('manage.code.pack.codes.hint') : t('manage.code.pack.counted', { count: scannedLines.length })}
            {duplicateCount > 0 && ` ${t('manage.code.pack.twice', { count: duplicateCount })}`}
          </span>
        }
      >
        <Input.TextArea ref={list} className="mono-text" autoSize={{ minRows: 5, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="way" noStyle>
        <Radio.Group
          className="mb-2! grid! gap-2"
          options={[
            { value: 'whole', label: t('manage.code.pack.whole') },
            { value: 'join', label: t('manage.code.pack.join') },
          ]}
        />
      </Form.Item>
      <Form.Item name="move" valuePropName="checked" noStyle>
        <Checkbox>{t('manage.code.pack.move')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
