import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { shellServices } from '../../data/hosts.ts';
import { asApiError } from '../../data/refusal.ts';
import { request } from '../../data/request.ts';
import { hasExtension } from '../../data/server-about.ts';
import { useTranslations } from '../../data/words.ts';
import { clearTicket } from '../../sign-in/remembered.ts';
import { validateNewPassword } from '../../ui/password-fault.ts';
import { reloadSession } from '../session.ts';
import { useSession } from '../session-context.ts';
import { PasswordMeter } from './password-meter.tsx';

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

/** Field that a server error belongs to. */
const fieldOf: Partial<Record<string, keyof Values>> = {
  passwordWrong: 'oldPassword',
  passwordWeak: 'newPassword',
  passwordClassWrong: 'newPassword',
  passwordSame: 'newPassword',
};

/** Changes the password. This session continues; all others end, and all remembered browsers are signed out, including this one. */
export function PasswordForm() {
  const t = useTranslations();
  const { info } = useSession();
  const [form] = Form.useForm<Values>();
  const passwordInput = Form.useWatch('newPassword', form) ?? '';
  const requiredRules = (name: 'oldPassword' | 'newPassword') => [
    { required: true, message: t('issue.required', { field: t(`account.${name}`) }) },
  ];
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Values) => request('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword }),
    onSuccess: () => {
      clearTicket();
      form.resetFields();
      shellServices.notify('success', t(hasExtension('sessionEnd') ? 'account.passwordChanged' : 'account.passwordChanged.plain'));
      reloadSession();
    },
    onError: (error) => {
      const apiError = asApiError(error);
      const field = apiError && (fieldOf[apiError.problem ?? ''] ?? (apiError.field as keyof Values | undefined));
      if (field && field in form.getFieldsValue()) {
        form.setFields([{ name: field, errors: [apiError.msg] }]);
        form.focusField(field);
      } else if (apiError) shellServices.notify('error', apiError.msg, apiError.detail);
    },
    meta: { ownErrors: true },
  });
  return (
    <Form form={form} name="password" layout="vertical" className="account-form" onFinish={(values) => change.mutate(values)}>
      {info.isDefaultModifyPwd && <Alert type="info" showIcon title={t('account.passwordGiven')} style={{ marginBottom: 16 }} />}
      {/* lets a password manager store the new password under this user name */}
      <input style={{ display: 'none' }} type="text" autoComplete="username" value={info.user.userName} readOnly />
      <Form.Item name="oldPassword" label={t('account.oldPassword')} rules={requiredRules('oldPassword')}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('account.newPassword')}
        validateTrigger="onBlur"
        rules={[
          ...requiredRules('newPassword'),
          {
            validator: async (_, value) => {
              const message = validateNewPassword(value);
              if (message) throw new Error(message);
            },
          },
        ]}
        extra={<PasswordMeter password={passwordInput} userName={info.user.userName} />}
      >
        <Input.Password autoComplete="new-password" aria-describedby="password-rules" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('account.confirmPassword')}
        dependencies={['newPassword']}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: t('issue.required', { field: t('account.confirmPassword') }) },
          ({ getFieldValue }) => ({
            validator: async (_, value) => {
              if (value && value !== getFieldValue('newPassword')) throw new Error(t('account.passwordsDiffer'));
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('account.passwordChange')}
      </Button>
    </Form>
  );
}
