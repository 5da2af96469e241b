import { fitsPasswordClass, fitsRuoYi, RUOYI_PASSWORD } from '@suyuan/contract';
import { passwordClass, serverSettings } from '../data/server-about.ts';
import { findTranslationKey, translate } from '../data/words.ts';

export const maxPasswordLength = () => (serverSettings() ? 128 : RUOYI_PASSWORD.max);

/** Message for an invalid new password. Suyuan servers validate it; RuoYi servers accept any, even one that cannot sign in. */
export function validateNewPassword(password: unknown): string | undefined {
  if (serverSettings() || typeof password !== 'string' || !password) return undefined;
  if (!fitsRuoYi(password)) return translate('account.passwordWrong.plain');
  const classWord = findTranslationKey(`account.passwordClass.${passwordClass()}`);
  return classWord && !fitsPasswordClass(password, passwordClass()) ? translate(classWord) : undefined;
}
