import { Form, Input } from 'antd';
import { asApiError } from '../data/api-error.ts';
import { useTranslations } from '../data/i18n.ts';
import { request } from '../data/request.ts';
import { FormDialog } from './form-dialog.tsx';
import { showFieldError } from './form-validation.ts';

/** The server verifies the password. */
export default function PasswordModal({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ password: string }>();
  return (
    <FormDialog
      form={form}
      name="password-again"
      title={t('kit.passwordTitle')}
      okText={t('kit.confirm')}
      width={420}
      requiredMark={false}
      initialFocus="password"
      onSubmit={async (values) => {
        await request('POST', '/account/confirm', values);
        return true;
      }}
      onError={(error) => showFieldError(form, 'password', asApiError(error)?.msg ?? t('kit.codeUnknown'))}
      onClose={(isConfirmed = false) => onAnswer(isConfirmed)}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">{t('kit.passwordWhy')}</p>
      <Form.Item name="password" label={t('account.password')} rules={[{ required: true, message: t('kit.passwordNeeded') }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </FormDialog>
  );
}
