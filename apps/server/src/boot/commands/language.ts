import type { Language } from '@suyuan/contract';
import { Refusal } from '../../platform/refusal.ts';

const languageByName: Readonly<Record<string, Language>> = { zh: 'zh-CN', 'zh-CN': 'zh-CN', en: 'en-US', 'en-US': 'en-US' };

/**
 * Removes `--lang zh|en` from a command's words.
 * @throws Refusal for another language
 */
export function takeLanguage(argv: readonly string[]): { language: Language | undefined; words: string[] } {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at < 0) return { language: undefined, words: [...argv] };
  const isSeparate = argv[at] === '--lang';
  const name = (isSeparate ? argv[at + 1] : argv[at]?.slice('--lang='.length)) ?? '';
  if (!Object.hasOwn(languageByName, name)) throw new Refusal(`--lang “${name}” 应为 zh 或 en`, '--lang must be zh or en');
  return { language: languageByName[name], words: argv.toSpliced(at, isSeparate ? 2 : 1) };
}

/** Language of the machine's locale. Chinese for `C` and `POSIX`, the default of this product. */
export function machineLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const locale = LC_ALL || LC_MESSAGES || LANG || 'C';
  return /^(zh|c|posix)\b/i.test(locale.replace('_', '-')) ? 'zh-CN' : 'en-US';
}
