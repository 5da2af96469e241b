import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { asApiError } from '../data/api-error.ts';
import { useTranslations } from '../data/i18n.ts';
import { request } from '../data/request.ts';

/** The server verifies the password. */
export default function PasswordModal({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ password: string }>();
  const [isSubmitting, setSubmitting] = useState(false);
  const [open, setOpen] = useState(true);
  const [isConfirmed, setConfirmed] = useState(false);
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setSubmitting(true);
    try {
      await request('POST', '/account/confirm', values);
      setConfirmed(true);
      setOpen(false);
    } catch (error) {
      form.setFields([{ name: 'password', errors: [asApiError(error)?.msg ?? t('kit.codeUnknown')] }]);
      form.getFieldInstance('password')?.focus();
    } finally {
      setSubmitting(false);
    }
  };
  return (
    <Modal
      open={open}
      title={t('kit.passwordTitle')}
      okText={t('kit.confirm')}
      confirmLoading={isSubmitting}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={() => onAnswer(isConfirmed)}
      width={420}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">{t('kit.passwordWhy')}</p>
      <Form form={form} name="password-again" layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        <Form.Item name="password" label={t('account.password')} rules={[{ required: true, message: t('kit.passwordNeeded') }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
