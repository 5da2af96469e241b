import type { Job, Translate, TreeNode } from '@suyuan/contract';
import { currentLanguage, displayName, findTranslationKey, seedTextOf, translate } from './i18n.ts';
import { menuTitleKey } from './menu-title-key.ts';

/** Buttons are named by the noun and verb of their permission. */
export function menuNodeLabel({ label, path, perms }: TreeNode, t: Translate): string {
  const menu = path && menuTitleKey(path);
  if (menu) return t(menu);
  if (!perms || currentLanguage() === 'zh-CN') return label;
  const [domain, name, action] = perms.split(':');
  const noun = findTranslationKey(`${domain}.${name}`) ?? findTranslationKey(`${domain}.${name}.title`);
  const verb = findTranslationKey(`system.menu.verb.${action}`);
  return noun && verb ? t('system.menu.buttonOf', { noun: t(noun), verb: t(verb) }) : label;
}

/** Value that the server stores for an unknown browser or system. */
export const UNKNOWN_CLIENT = 'Unknown';

export const clientName = (t: Translate, name: string): string => (name === UNKNOWN_CLIENT ? t('monitor.online.unknown') : name);

/**
 * Translates preinstalled texts, which are stored in Chinese. Edited texts stay unchanged.
 * @param key e.g. `system.config.seed.name.sys.index.skinName`
 */
export function translateSeedText<Text extends string | null>(key: string, text: Text): Text | string {
  if (currentLanguage() === 'zh-CN' || !text || text !== seedTextOf(key)) return text;
  const word = findTranslationKey(key);
  return word ? translate(word) : text;
}

type Values = Readonly<Record<string, unknown>>;

/** Key of a preinstalled text by field, for records that it does not identify alone. */
const textKeyOf: Readonly<Record<string, (record: Values) => string>> = {
  configName: ({ configKey }) => `system.config.seed.name.${configKey}`,
  dictName: ({ dictType }) => `system.dict.seed.name.${dictType}`,
  dictLabel: ({ dictType, dictValue }) => `dict.${dictType}.${dictValue}`,
  jobName: ({ invokeTarget }) => `monitor.job.seed.name.${String(invokeTarget).replace(/\(.*/, '')}`,
  remark: ({ configKey, invokeTarget }) =>
    invokeTarget ? `monitor.job.seed.about.${String(invokeTarget).replace(/\(.*/, '')}` : `system.config.seed.about.${String(configKey)}`,
};

/** A field of a record; a preinstalled text in the current language. */
export function translatedText(record: Values, name: string): unknown {
  const text = record[name];
  if (typeof text !== 'string') return text;
  const keyOf = textKeyOf[name];
  return keyOf ? translateSeedText(keyOf(record), text) : displayName(name, text);
}

/** A record with its preinstalled texts in the current language, for a form. */
export const translatedTexts = (record: Values): Values =>
  Object.fromEntries(Object.keys(record).map((name) => [name, translatedText(record, name)]));

/**
 * The values of a form, with the stored text in place of a translation that was not edited.
 * @param filled what the form was filled with, which may be in another language than the current one
 */
export const storedTexts = (values: Values, record: Values, filled: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value !== '' && value === filled[name] ? record[name] : value]));

export const translateDepartments = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.map((node) => ({
    ...node,
    label: displayName('deptName', node.label),
    ...(node.children && { children: translateDepartments(node.children) }),
  }));

/** Preinstalled jobs are translated. */
export const jobNameOf = ({ jobGroup, invokeTarget, jobName }: Pick<Job, 'jobGroup' | 'invokeTarget' | 'jobName'>) =>
  jobGroup === 'SYSTEM' ? translateSeedText(`monitor.job.seed.name.${invokeTarget.replace(/\(.*/, '')}`, jobName) : jobName;
