import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { shellServices } from '../../../data/hosts.ts';
import { passwordClass } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { Icon } from '../../../ui/icon.tsx';
import { maxPasswordLength } from '../../../ui/password-fault.ts';
import { generatePassword } from './password-generator.ts';
import { PasswordStrength } from './strength.tsx';

interface FirstPasswordProps {
  /** Set by the surrounding form item. */
  id?: string;
  value?: string;
  onChange?: (password: string) => void;
}

export function FirstPassword({ id, value = '', onChange }: FirstPasswordProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const [copied, setCopied] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and not over what was typed
  useEffect(() => {
    if (!value && id) form.setFieldValue('password', generatePassword(passwordClass()));
  }, []);
  const copy = async () => {
    const isSuccess = await copyText(value);
    if (isSuccess) setCopied(value);
    else shellServices.notify('warning', t('kit.copyFailed'));
  };
  return (
    <>
      <div className="first-password">
        <Input
          {...(id && { id })}
          className="mono-text"
          value={value}
          maxLength={maxPasswordLength()}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <span className="first-password-acts">
          <Button onClick={() => void copy()} icon={<Icon name={copied && copied === value ? 'check' : 'copy'} />}>
            {copied && copied === value ? t('kit.copied') : t('kit.copy')}
          </Button>
          <Button onClick={() => onChange?.(generatePassword(passwordClass()))}>{t('system.user.regenerate')}</Button>
        </span>
      </div>
      <PasswordStrength password={value} />
    </>
  );
}
