import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { passwordClass } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { maxPasswordLength } from '../../../ui/form-validation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { shortNumber } from '../../../ui/number-format.ts';
import { entropyBits, generatePassword } from './password-generator.ts';

/** Bits below which the UI suggests a generated password, and bits of a full bar. */
const LOW_BITS = 60;
const FULL_BITS = 100;

/** Offline attack: 10¹⁰ guesses per second, times the seconds of a year. */
const GUESSES_A_YEAR = 1e10 * 31_557_600;

/** Above this, no number of years is displayed. */
const MAX_YEARS = 1e12;

/** Years for a sentence: 17 · 1.2 万 · 1 trillion (the compact format would be 1T). */
const yearsText = (years: number, language: 'zh-CN' | 'en-US') =>
  language === 'zh-CN' || years < 10_000
    ? shortNumber(years, language)
    : new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 0 }).format(years);

function PasswordStrength({ password }: { password: string }) {
  const t = useTranslations();
  const bits = entropyBits(password);
  const isWeak = bits < LOW_BITS;
  const yearCount = Math.floor(2 ** (bits - 1) / GUESSES_A_YEAR);
  const years = (yearCount > MAX_YEARS ? t('system.user.yearsMost') : yearsText(yearCount, currentLanguage())).replaceAll(' ', '\u00a0');
  return (
    <div className="mt-1 flex items-center gap-2 text-xs/5">
      <span className="h-1 w-16 flex-none overflow-hidden rounded-xs bg-track" aria-hidden="true">
        <i
          className={`block h-full ${isWeak ? 'bg-(--tone-attention)' : 'bg-(--tone-genuine)'}`}
          style={{ width: `${Math.min(100, (bits / FULL_BITS) * 100)}%` }}
        />
      </span>
      <span className="text-muted">{isWeak ? t('system.user.strengthLow', { bits }) : t('system.user.strength', { bits, years })}</span>
    </div>
  );
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, so that it does not overwrite input
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
      <div className="flex flex-wrap gap-2">
        <Input
          {...(id && { id })}
          // on narrow screens the buttons go below, so that the password is fully visible
          className="mono-text flex-[1_1_208px] max-sm:basis-full"
          value={value}
          maxLength={maxPasswordLength()}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <span className="flex gap-2">
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
