import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { hosts } from '../../data/hosts.ts';
import { refusalOf } from '../../data/refusal.ts';
import { request } from '../../data/request.ts';
import { has } from '../../data/server-about.ts';
import { useWords } from '../../data/words.ts';
import { clearTicket } from '../../sign-in/remembered.ts';
import { passwordFault } from '../../ui/password-fault.ts';
import { renewSession } from '../session.ts';
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
  const t = useWords();
  const { info } = useSession();
  const [form] = Form.useForm<Values>();
  const typed = Form.useWatch('newPassword', form) ?? '';
  const needed = (name: 'oldPassword' | 'newPassword') => [
    { required: true, message: t('issue.required', { field: t(`account.${name}`) }) },
  ];
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Values) => request('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword }),
    onSuccess: () => {
      clearTicket();
      form.resetFields();
      hosts.tell('success', t(has('sessionEnd') ? 'account.passwordChanged' : 'account.passwordChanged.plain'));
      renewSession();
    },
    onError: (error) => {
      const refusal = refusalOf(error);
      const field = refusal && (fieldOf[refusal.problem ?? ''] ?? (refusal.field as keyof Values | undefined));
      if (field && field in form.getFieldsValue()) {
        form.setFields([{ name: field, errors: [refusal.msg] }]);
        form.focusField(field);
      } else if (refusal) hosts.tell('error', refusal.msg, refusal.detail);
    },
    meta: { ownErrors: true },
  });
  return (
    <Form form={form} name="password" layout="vertical" className="account-form" onFinish={(values) => change.mutate(values)}>
      {info.isDefaultModifyPwd && <Alert type="info" showIcon title={t('account.passwordGiven')} style={{ marginBottom: 16 }} />}
      {/* lets a password manager store the new password under this user name */}
      <input style={{ display: 'none' }} type="text" autoComplete="username" value={info.user.userName} readOnly />
      <Form.Item name="oldPassword" label={t('account.oldPassword')} rules={needed('oldPassword')}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('account.newPassword')}
        validateTrigger="onBlur"
        rules={[
          ...needed('newPassword'),
          {
            validator: async (_, value) => {
              const fault = passwordFault(value);
              if (fault) throw new Error(fault);
            },
          },
        ]}
        extra={<PasswordMeter password={typed} userName={info.user.userName} />}
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
