import { isPlainWord, isWord, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { SeedName } from '../db/page.ts';
import type { Context } from './context.ts';

const keys = Object.keys(zhCN) as WordKey[];

export type Reader = Pick<Context, 'language' | 't'>;

/**
 * Names that migrations store, with their translation. Each key is the word key without `prefix`. Empty for Chinese, the stored language.
 */
export const seedNames = (
  { language, t }: Reader,
  prefix: `${string}.seed.name.` | 'manage.channelBusiness.seed.' | 'dict.',
): SeedName[] =>
  language === 'zh-CN'
    ? []
    : keys.filter((key) => key.startsWith(prefix)).map((key) => ({ key: key.slice(prefix.length), name: zhCN[key], translation: t(key) }));

/** Fields with such names, which no other field of the record identifies. */
const prefixes = {
  roleName: 'system.role.seed.name.',
  deptName: 'system.dept.seed.name.',
  postName: 'system.post.seed.name.',
  configName: 'system.config.seed.name.',
  dictName: 'system.dict.seed.name.',
  jobName: 'monitor.job.seed.name.',
  title: 'monitor.operlog.seed.name.',
  stateReason: 'manage.channelBusiness.seed.',
} as const;

/** As `seedNames`, for a field of the wire whose name alone identifies the text. */
export const seedNamesOf = (reader: Reader, field: keyof typeof prefixes): SeedName[] =>
  seedNames(reader, prefixes[field]).map((seed) => ({ ...seed, key: seed.name }));

/** Keys of the titles of pages. */
const PAGE_TITLE = /^shell\.(menu|page)\.|\.title$|^(manage|business|digit|system|monitor|tool)\.\w+$/;

/**
 * The menu as the console shows it to the reader: the preinstalled page of this name, or a button by the noun and verb of its permission.
 * @param perms of a button
 */
function menuTitle({ t }: Reader, menuName: string, perms?: unknown): string {
  const key = keys.find((one) => PAGE_TITLE.test(one) && zhCN[one] === menuName);
  if (key) return t(key);
  const [domain, name, action] = typeof perms === 'string' ? perms.split(':') : [];
  const noun = [`${domain}.${name}`, `${domain}.${name}.title`].find((one) => isPlainWord(zhCN, one));
  const verb = `system.menu.verb.${action}`;
  return noun && isPlainWord(zhCN, verb) ? t('system.menu.buttonOf', { noun: t(noun as WordKey), verb: t(verb as WordKey) }) : menuName;
}

/** The text of a row in the language of the reader, for a sheet; other texts are returned unchanged. */
export function translateSeedName(reader: Reader, field: string, row: Record<string, unknown>): string {
  const text = String(row[field]);
  if (reader.language === 'zh-CN') return text;
  const entry = `dict.${row.dictType}.${row.dictValue}`;
  if (field === 'dictLabel' && isWord(zhCN, entry)) return text === zhCN[entry] ? reader.t(entry) : text;
  if (field === 'menuName') return menuTitle(reader, text, row.perms);
  if (!(field in prefixes)) return text;
  const names = seedNames(reader, prefixes[field as keyof typeof prefixes]);
  return names.find(({ name }) => name === text)?.translation ?? text;
}
