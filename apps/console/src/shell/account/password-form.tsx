import { fitsPasswordClass, fitsRuoYi, lengthOf, type WordKey } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { asApiError } from '../../data/api-error.ts';
import { findTranslationKey, useTranslations } from '../../data/i18n.ts';
import { request } from '../../data/request.ts';
import { hasExtension, passwordClass, serverSettings } from '../../data/server-info.ts';
import { shellServices } from '../../data/shell-services.ts';
import { clearTicket } from '../../sign-in/remembered.ts';
import { validateNewPassword } from '../../ui/form-validation.ts';
import { Icon } from '../../ui/icon.tsx';
import { reloadSession, useSession } from '../session.ts';

/** Character classes and their sizes. */
const pools: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/\P{ASCII}/u, 3000],
];

/** Number of characters that neither repeat nor continue the previous one (aa, ab, 12). */
function countUnpredictable(password: string): number {
  const characters = [...password.toLowerCase()];
  const seen = new Set<string>();
  let count = 0;
  for (const [index, character] of characters.entries()) {
    const step = index === 0 ? 9 : (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0);
    if (Math.abs(step) > 1) count += seen.has(character) ? 0.5 : 1;
    seen.add(character);
  }
  return count;
}

type Strength = 0 | 1 | 2 | 3 | 4;

/** Strength from 0 (empty) to 4 by length, character classes and repetition. Advisory only: the server validates. */
export function strengthOf(password: string, userName: string): Strength {
  if (!password) return 0;
  const rest = userName.length > 2 ? password.toLowerCase().replaceAll(userName.toLowerCase(), '') : password;
  const pool = pools.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = countUnpredictable(rest) * Math.log2(Math.max(pool, 2));
  if (lengthOf(password) < 8 || bits < 30) return 1;
  return bits < 50 ? 2 : bits < 70 ? 3 : 4;
}

interface Rule {
  isMet: boolean;
  text: string;
}

interface MeterProps {
  password: string;
  userName: string;
}

/** By strength. */
const barColours = ['', 'bg-(--tone-grave)', 'bg-(--tone-attention)', 'bg-(--tone-genuine)', 'bg-(--tone-genuine)'];

/** Checklist of the server's password rules, and a strength bar. */
function PasswordMeter({ password, userName }: MeterProps) {
  const t = useTranslations();
  const settings = serverSettings();
  const min = settings?.passwordMinLength ?? 0;
  const classWord: WordKey | undefined = findTranslationKey(`account.passwordClass.${passwordClass()}`);
  const rules: Rule[] = [
    ...(settings ? [] : [{ isMet: fitsRuoYi(password), text: t('account.passwordRule.plain') }]),
    ...(min > 0 ? [{ isMet: lengthOf(password) >= min, text: t('account.rule.length', { min, count: lengthOf(password) }) }] : []),
    ...(classWord ? [{ isMet: password !== '' && fitsPasswordClass(password, passwordClass()), text: t(classWord) }] : []),
    ...(settings
      ? [{ isMet: password !== '' && !password.toLowerCase().includes(userName.toLowerCase()), text: t('account.rule.name') }]
      : []),
  ];
  const rawStrength = strengthOf(password, userName);
  // a password that the server rejects is not rated strong
  const strength = rules.every(({ isMet }) => isMet) || rawStrength < 3 ? rawStrength : 2;
  return (
    <div className="mt-2 text-xs/5" id="password-rules">
      <div className="flex min-h-5 items-center gap-2">
        <span className="flex-none">{t('account.strength')}</span>
        <span aria-hidden="true" className="h-2 w-40 min-w-0 overflow-hidden rounded bg-track">
          <i className={`block h-full ${barColours[strength]}`} style={{ width: `${strength * 25}%` }} />
        </span>
        <span className="flex-none" role="status">
          {t(`account.strength.${strength}`)}
        </span>
      </div>
      <ul className="mt-1 mb-0 list-none p-0">
        {rules.map(({ isMet, text }) => (
          <li key={text} className={`flex items-center gap-2 ${isMet ? 'text-success' : ''}`}>
            {isMet ? <Icon name="check" /> : <i aria-hidden="true" className="mx-[3px] size-2 rounded-full border border-muted" />}
            <span>{text}</span>
            <span className="sr-only">{t(isMet ? 'account.rule.kept' : 'account.rule.open')}</span>
          </li>
        ))}
      </ul>
      {settings && <p className="m-0">{t('account.rule.common')}</p>}
    </div>
  );
}

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
    <Form form={form} name="password" layout="vertical" className="max-w-120" onFinish={(values) => change.mutate(values)}>
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
