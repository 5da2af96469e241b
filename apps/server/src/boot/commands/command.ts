import type { ParseArgsOptionsConfig } from 'node:util';
import type { Language } from '@suyuan/contract';
import type { BusinessType } from '../../platform/db/audit-log.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface CommandInput {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  /** From `--lang`, else the locale of the machine. */
  language: Language;
}

/** An operator's command: `npm run suyuan -- <words> …`. */
export interface Command {
  words: readonly string[];
  /** Argument syntax for the help text. */
  arguments: string;
  about: Record<Language, string>;
  options?: ParseArgsOptionsConfig;
  /** Minimum and maximum number of positional arguments. */
  least: number;
  most: number;
  /** Entry for the audit log, absent for commands without changes. `params` replaces the raw arguments. */
  log?: { title: string; type: BusinessType; params?: (input: CommandInput) => object };
  /** Returns the text to print. */
  run(installation: Installation, input: CommandInput): Promise<string>;
}

/** @throws Refusal that names the option, unless `text` is an integer of at least `least` */
export function wholeNumber(name: string, text: string | boolean | undefined, least: number): number {
  const number = Number(text);
  if (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Refusal(`${name} “${text ?? ''}” 应为不小于 ${least} 的整数`, `${name} must be a whole number from ${least}`);
}

export const printPassword = (userName: string, password: string) =>
  [
    `账号 ${userName} 的新密码，只显示这一次，登录后请修改 / new password of ${userName}, shown only once; change it after signing in`,
    `    ${password}`,
  ].join('\n');
