import type { Job, Translate, TreeNode } from '@suyuan/contract';
import { currentLanguage, findTranslationKey, seedTextOf, translate } from './i18n.ts';
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

/** Preinstalled jobs are translated. */
export const jobNameOf = ({ jobGroup, invokeTarget, jobName }: Pick<Job, 'jobGroup' | 'invokeTarget' | 'jobName'>) =>
  jobGroup === 'SYSTEM' ? translateSeedText(`monitor.job.seed.name.${invokeTarget.replace(/\(.*/, '')}`, jobName) : jobName;
