import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { refusalOf } from '../data/refusal.ts';
import { request } from '../data/request.ts';
import { useWords } from '../data/words.ts';

/** The server verifies the password. */
export default function PasswordModal({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ password: string }>();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(true);
  const [given, setGiven] = useState(false);
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setBusy(true);
    try {
      await request('POST', '/account/confirm', values);
      setGiven(true);
      setOpen(false);
    } catch (error) {
      form.setFields([{ name: 'password', errors: [refusalOf(error)?.msg ?? t('kit.codeUnknown')] }]);
      form.getFieldInstance('password')?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title={t('kit.passwordTitle')}
      okText={t('kit.confirm')}
      cancelText={t('kit.cancel')}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={() => onAnswer(given)}
      width={420}
    >
      <p className="confirm-content">{t('kit.passwordWhy')}</p>
      <Form form={form} name="password-again" layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        <Form.Item name="password" label={t('account.password')} rules={[{ required: true, message: t('kit.passwordNeeded') }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
