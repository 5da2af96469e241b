import os from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Language } from '@suyuan/contract';
import { type BusinessType, writeAuditLog } from '../../platform/db/audit-log.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';

const languageByName: Readonly<Record<string, Language>> = { zh: 'zh-CN', 'zh-CN': 'zh-CN', en: 'en-US', 'en-US': 'en-US' };

/**
 * Removes `--lang zh|en` from a command's words.
 * @throws OperatorError for another language
 */
export function takeLanguage(argv: readonly string[]): { language: Language | undefined; words: string[] } {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at < 0) return { language: undefined, words: [...argv] };
  const isSeparate = argv[at] === '--lang';
  const name = (isSeparate ? argv[at + 1] : argv[at]?.slice('--lang='.length)) ?? '';
  if (!Object.hasOwn(languageByName, name)) throw new OperatorError(`--lang “${name}” 应为 zh 或 en`, '--lang must be zh or en');
  return { language: languageByName[name], words: argv.toSpliced(at, isSeparate ? 2 : 1) };
}

/** Language of the machine's locale. Chinese for `C` and `POSIX`, the default of this product. */
export function machineLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const locale = LC_ALL || LC_MESSAGES || LANG || 'C';
  return /^(zh|c|posix)\b/i.test(locale.replace('_', '-')) ? 'zh-CN' : 'en-US';
}

export interface CommandInput {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  /** From `--lang`, else the locale of the machine. */
  language: Language;
}

interface LogEntry {
  title: string;
  type: BusinessType;
  /** Replaces the raw arguments. */
  params?: (input: CommandInput) => object;
  /** The command runs in one transaction with its entry. Long commands commit in steps before it. */
  isAtomic?: true;
}

/** An operator's command: `npm run suyuan -- <words> …`. */
export interface Command {
  words: readonly string[];
  /** Argument syntax for the help text. */
  arguments: string;
  about: Record<Language, string>;
  options?: ParseArgsOptionsConfig;
  /** Minimum and maximum number of positional arguments. Default: 0, and the minimum. */
  least?: number;
  most?: number;
  /** Entry for the audit log, absent for commands without changes. */
  log?: LogEntry;
  /** Runs instead with `--plan`, on the database as it is, and returns the text to print. Other commands migrate it first. */
  preview?(db: Db): Promise<string>;
  /** Returns the text to print. */
  run(installation: Installation, input: CommandInput): Promise<string>;
}

/** @throws OperatorError that names the option, unless `text` is an integer of at least `least` */
export function wholeNumber(name: string, text: string | boolean | undefined, least: number): number {
  const number = Number(text);
  if (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new OperatorError(`${name} “${text ?? ''}” 应为不小于 ${least} 的整数`, `${name} must be a whole number from ${least}`);
}

export const printPassword = (userName: string, password: string) =>
  [
    `账号 ${userName} 的新密码，只显示这一次，登录后修改 / new password of ${userName}, shown only once; change it after signing in`,
    `    ${password}`,
  ].join('\n');

/** The operating system account that runs a command, e.g. `ops@db1`. */
function accountName(): string {
  const host = os.hostname();
  try {
    return `${os.userInfo().username}@${host}`;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}@${host}`; // the user has no passwd entry
  }
}

/** Runs a command, and records it in the audit log if it has a `log` entry. */
export async function runLogged(command: Command, installation: Installation, input: CommandInput): Promise<string> {
  const { words, log } = command;
  if (!log) return command.run(installation, input);
  const start = performance.now();
  const record = (db: Db, outcome: { answer: object } | { refusal: { problem: string; params: Record<string, unknown> } }) =>
    writeAuditLog(db, {
      title: log.title,
      type: log.type,
      userId: 0,
      operName: accountName().slice(0, 50),
      deptName: '',
      requestMethod: 'CLI',
      method: `suyuan ${words.join(' ')}`,
      operUrl: '',
      operIp: '127.0.0.1',
      params: log.params?.(input) ?? { arguments: input.positionals, ...input.values },
      costTime: Math.round(performance.now() - start),
      ...outcome,
    });
  const recordSuccess = (db: Db) => record(db, { answer: { code: 200 } });
  let text: string;
  try {
    if (log.isAtomic)
      return await inTransaction(installation.db, async (db) => {
        const answer = await command.run({ ...installation, db }, input);
        await recordSuccess(db);
        return answer;
      });
    text = await command.run(installation, input);
  } catch (error) {
    // a failed command may have changed something
    await record(installation.db, { refusal: { problem: reasonOf(error).slice(0, 500), params: {} } }).catch(() => undefined);
    throw error;
  }
  await recordSuccess(installation.db).catch((cause: unknown) => {
    // print the answer first, because the refusal ends the command
    console.log(text);
    throw new OperatorError(
      `已完成，但没有写入操作日志：${reasonOf(cause)}`,
      `this is done, but has no entry in the operation log: ${reasonOf(cause)}`,
      { exitCode: 1, cause },
    );
  });
  return text;
}
