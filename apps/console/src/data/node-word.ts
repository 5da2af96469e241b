import type { Translate, TreeNode } from '@suyuan/contract';
import { menuTitleKey } from './menu-word.ts';
import { currentLanguage, findTranslationKey } from './words.ts';

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
