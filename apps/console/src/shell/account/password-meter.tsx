import { fitsPasswordClass, fitsRuoYi, lengthOf, type WordKey } from '@suyuan/contract';
import { passwordClass, serverSettings } from '../../data/server-about.ts';
import { findTranslationKey, useTranslations } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { strengthOf } from './password-strength.ts';

interface Rule {
  isMet: boolean;
  text: string;
}

interface MeterProps {
  password: string;
  userName: string;
}

/** Checklist of the server's password rules, and a strength bar. */
export function PasswordMeter({ password, userName }: MeterProps) {
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
    <div className="password-meter" id="password-rules">
      <div className="password-strength" data-strength={strength}>
        <span aria-hidden="true" className="password-bars">
          <i />
          <i />
          <i />
          <i />
        </span>
        <span role="status">{strength !== 0 && t(`account.strength.${strength}`)}</span>
      </div>
      <ul>
        {rules.map(({ isMet, text }) => (
          <li key={text} data-kept={isMet}>
            {isMet ? <Icon name="check" /> : <i aria-hidden="true" />}
            <span>{text}</span>
            <span className="unseen">{t(isMet ? 'account.rule.kept' : 'account.rule.open')}</span>
          </li>
        ))}
      </ul>
      {settings && <p>{t('account.rule.common')}</p>}
    </div>
  );
}
