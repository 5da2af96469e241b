import { captchaImage, confirmPassword, signIn } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { call } from '../data/api.ts';
import { asApiError } from '../data/api-error.ts';
import { useTranslations } from '../data/i18n.ts';
import { storeToken } from '../data/token.ts';
import { FormDialog } from './form-dialog.tsx';
import { focusField, showFieldError } from './form-validation.ts';

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
        await call(confirmPassword, values);
        return true;
      }}
      onError={(error) => showFieldError(form, 'password', asApiError(error)?.msg ?? t('kit.codeUnknown'))}
      onClose={(isConfirmed = false) => onAnswer(isConfirmed)}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">{t('kit.passwordWhy')}</p>
      <PasswordField />
    </FormDialog>
  );
}

function PasswordField() {
  const t = useTranslations();
  return (
    <Form.Item name="password" label={t('account.password')} rules={[{ required: true, message: t('kit.passwordNeeded') }]}>
      <Input.Password autoComplete="current-password" />
    </Form.Item>
  );
}

/** Milliseconds after which an unused captcha is replaced; the server's limit is two minutes. */
const CAPTCHA_MAX_AGE_MS = 110_000;

/** Signs the same user in again without leaving the page, so that its forms keep their input. */
export function SignInModal({ userName, onAnswer }: { userName: string; onAnswer: (isSignedIn: boolean) => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ password: string; code: string }>();
  const captcha = useQuery({
    queryKey: [captchaImage.path, 'again'],
    queryFn: ({ signal }) => call(captchaImage, {}, { signal, quiet401: true }),
    staleTime: CAPTCHA_MAX_AGE_MS,
    gcTime: 0,
  });
  const { captchaEnabled = true, uuid = '', img } = captcha.data ?? {};
  const renewCaptcha = () => {
    form.setFieldValue('code', '');
    return captcha.refetch();
  };
  return (
    <FormDialog
      form={form}
      name="sign-in-again"
      title={t('kit.signInAgain')}
      okText={t('account.signIn')}
      width={420}
      requiredMark={false}
      initialFocus="password"
      okButtonProps={{ disabled: !captcha.data }}
      onSubmit={async ({ password, code = '' }) => {
        const credentials = { username: userName, password, code: code.trim(), uuid, ticket: '', remember: false };
        const { token } = await call(signIn, credentials, { quiet401: true });
        storeToken(token);
        return true;
      }}
      onError={async (error) => {
        const { problem, msg = t('kit.codeUnknown') } = asApiError(error) ?? {};
        await renewCaptcha();
        const name = captchaEnabled && (problem?.startsWith('captcha') || msg.includes('验证码')) ? 'code' : 'password';
        showFieldError(form, name, msg);
        focusField(form, name);
      }}
      onClose={(isSignedIn = false) => onAnswer(isSignedIn)}
    >
      <p className="mt-0 mb-4">{t('kit.signInAgainWhy', { userName })}</p>
      <PasswordField />
      {captcha.data && captchaEnabled && (
        <Form.Item label={t('account.captcha')} htmlFor="sign-in-again_code">
          <div className="flex gap-2">
            <Form.Item name="code" noStyle rules={[{ required: true, message: t('account.captchaNeeded') }]}>
              <Input
                autoComplete="off"
                maxLength={8}
                onFocus={() => captcha.isStale && !form.getFieldValue('code') && void renewCaptcha()}
              />
            </Form.Item>
            <button
              type="button"
              className="flex-none cursor-pointer rounded border border-line bg-transparent p-0"
              aria-label={t('account.captchaRenew')}
              onClick={() => void renewCaptcha().then(() => focusField(form, 'code'))}
            >
              {img && <img src={`data:image/jpeg;base64,${img}`} alt="" className="block h-8" />}
            </button>
          </div>
        </Form.Item>
      )}
    </FormDialog>
  );
}
