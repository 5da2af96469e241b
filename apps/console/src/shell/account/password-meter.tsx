import { fitsPasswordClass, fitsRuoYi, lengthOf, type WordKey } from '@suyuan/contract';
import { passwordClass, serverSettings } from '../../data/server-about.ts';
import { useWords, wordOr } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { strengthOf } from './password-strength.ts';

interface Rule {
  kept: boolean;
  text: string;
}

interface MeterProps {
  password: string;
  userName: string;
}

/** Checklist of the server's password rules, and a strength bar. */
export function PasswordMeter({ password, userName }: MeterProps) {
  const t = useWords();
  const settings = serverSettings();
  const min = settings?.passwordMinLength ?? 0;
  const classWord: WordKey | undefined = wordOr(`account.passwordClass.${passwordClass()}`);
  const rules: Rule[] = [
    ...(settings ? [] : [{ kept: fitsRuoYi(password), text: t('account.passwordRule.plain') }]),
    ...(min > 0 ? [{ kept: lengthOf(password) >= min, text: t('account.rule.length', { min, count: lengthOf(password) }) }] : []),
    ...(classWord ? [{ kept: password !== '' && fitsPasswordClass(password, passwordClass()), text: t(classWord) }] : []),
    ...(settings
      ? [{ kept: password !== '' && !password.toLowerCase().includes(userName.toLowerCase()), text: t('account.rule.name') }]
      : []),
  ];
  const full = strengthOf(password, userName);
  // a password that the server rejects is not rated strong
  const strength = rules.every(({ kept }) => kept) || full < 3 ? full : 2;
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
        {rules.map(({ kept, text }) => (
          <li key={text} data-kept={kept}>
            {kept ? <Icon name="check" /> : <i aria-hidden="true" />}
            <span>{text}</span>
            <span className="unseen">{t(kept ? 'account.rule.kept' : 'account.rule.open')}</span>
          </li>
        ))}
      </ul>
      {settings && <p>{t('account.rule.common')}</p>}
    </div>
  );
}
