import { fitsPasswordClass, fitsRuoYi, RUOYI_PASSWORD } from '@suyuan/contract';
import { passwordClass, serverSettings } from '../data/server-about.ts';
import { say, wordOr } from '../data/words.ts';

export const maxPasswordLength = () => (serverSettings() ? 128 : RUOYI_PASSWORD.max);

/** Message for an invalid new password. Suyuan servers validate it; RuoYi servers accept any, even one that cannot sign in. */
export function passwordFault(password: unknown): string | undefined {
  if (serverSettings() || typeof password !== 'string' || !password) return undefined;
  if (!fitsRuoYi(password)) return say('account.passwordWrong.plain');
  const classWord = wordOr(`account.passwordClass.${passwordClass()}`);
  return classWord && !fitsPasswordClass(password, passwordClass()) ? say(classWord) : undefined;
}
