import { fitsPasswordClass, fitsRuoYi, RUOYI_PASSWORD } from '@suyuan/contract';
import { passwordClass, serverSettings } from '../data/server-about.ts';
import { say, wordOr } from '../data/words.ts';

/** Characters that a new password has at most. */
export const maxPasswordLength = () => (serverSettings() ? 128 : RUOYI_PASSWORD.max);

/** Says what is wrong with a new password. Our own server validates it; a RuoYi server stores any, also one that then cannot sign in. */
export function passwordFault(password: unknown): string | undefined {
  if (serverSettings() || typeof password !== 'string' || !password) return undefined;
  if (!fitsRuoYi(password)) return say('account.passwordWrong.plain');
  const classWord = wordOr(`account.passwordClass.${passwordClass()}`);
  return classWord && !fitsPasswordClass(password, passwordClass()) ? say(classWord) : undefined;
}
