import { codes, LONGEST_CODE_TEXT, type PackList } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, type InputRef, Modal, Radio } from 'antd';
import { useRef } from 'react';
import { hosts } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { showRefusal } from '../../../ui/show-refusal.ts';

interface Typed {
  container: string;
  codes: string;
  way: 'whole' | 'join';
  move: boolean;
}

const linesOf = (text: string | undefined) => (text ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** Packs a box, case or pallet. The container is scanned first, then each code in it; a scanner ends each with Enter. */
export function PackDialog({ onClose, container }: { onClose: () => void; container?: string | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const [form] = Form.useForm<Typed>();
  const list = useRef<InputRef & { focus(): void }>(null);
  const scanned = linesOf(Form.useWatch('codes', form));
  const twice = scanned.length - new Set(scanned.map((line) => line.trim())).size;
  const pack = useMutation({
    mutationFn: (body: PackList) => request<{ packed: number; released: number }>('PUT', `${codes.path}/pack`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: [codes.path] }),
    meta: { ownErrors: true },
  });
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    try {
      const done = await pack.mutateAsync({
        container: values.container,
        codes: linesOf(values.codes),
        join: values.way === 'join',
        move: values.move,
      });
      hosts.tell('success', t('manage.code.pack.done', done));
      onClose();
    } catch (error) {
      showRefusal(form, error);
    }
  };
  const needed = (field: 'container' | 'codes') => [{ required: true, message: t('issue.required', { field: t(`manage.code.${field}`) }) }];
  return (
    <Modal
      open
      title={t('manage.code.pack.title')}
      okText={t('manage.code.pack')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: pack.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={560}
    >
      <p className="none">{t('manage.code.pack.hint')}</p>
      <Form form={form} name="pack-codes" layout="vertical" initialValues={{ container, way: 'whole', move: false }}>
        <Form.Item name="container" label={t('manage.code.container')} rules={needed('container')}>
          <Input
            className="mono-text"
            maxLength={LONGEST_CODE_TEXT}
            autoComplete="off"
            autoFocus={container === undefined}
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
          rules={needed('codes')}
          extra={
            <span aria-live="polite" className="numeral">
              {scanned.length === 0 ? t('manage.code.pack.codes.hint') : t('manage.code.pack.counted', { count: scanned.length })}
              {twice > 0 && ` ${t('manage.code.pack.twice', { count: twice })}`}
            </span>
          }
        >
          <Input.TextArea ref={list} className="mono-text" autoSize={{ minRows: 5, maxRows: 12 }} autoFocus={container !== undefined} />
        </Form.Item>
        <Form.Item name="way" noStyle>
          <Radio.Group
            className="pack-ways"
            options={[
              { value: 'whole', label: t('manage.code.pack.whole') },
              { value: 'join', label: t('manage.code.pack.join') },
            ]}
          />
        </Form.Item>
        <Form.Item name="move" valuePropName="checked" noStyle>
          <Checkbox>{t('manage.code.pack.move')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
