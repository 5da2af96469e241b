import type { ParseArgsOptionsConfig } from 'node:util';
import type { Language } from '@suyuan/contract';
import type { BusinessType } from '../../platform/db/audit-log.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { Refusal } from '../../platform/refusal.ts';

/** What was typed behind a command's words. */
export interface Typed {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  /** Language of the answer, as `--lang` or the locale of the machine says. */
  language: Language;
}

/** One thing that an operator can ask for; `npm run suyuan -- <words> …`. */
export interface Command {
  words: readonly string[];
  /** Its arguments as the help shows them. */
  arguments: string;
  about: Record<Language, string>;
  options?: ParseArgsOptionsConfig;
  /** How many arguments it takes. */
  least: number;
  most: number;
  /** Its row in the audit log; absent where it changes nothing. `params` replaces the arguments as they were typed. */
  log?: { title: string; type: BusinessType; params?: (typed: Typed) => object };
  /** Does it, and answers what to print. */
  run(installation: Installation, typed: Typed): Promise<string>;
}

/** A whole number from `least` on, or a refusal that names the option. */
export function wholeNumber(name: string, text: string | boolean | undefined, least: number): number {
  const number = Number(text);
  if (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Refusal(`${name} “${text ?? ''}” 应为不小于 ${least} 的整数`, `${name} must be a whole number from ${least}`);
}

/** A password that is told once, and nowhere else. */
export const printPassword = (userName: string, password: string) =>
  [
    `账号 ${userName} 的新密码，只显示这一次，登录后请修改 / new password of ${userName}, shown only once; change it after signing in`,
    `    ${password}`,
  ].join('\n');
