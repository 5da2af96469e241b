import type { Translate, TreeNode } from '@suyuan/contract';
import { menuWord } from './menu-word.ts';
import { currentLanguage, wordOr } from './words.ts';

/** Buttons are named by the noun and verb of their permission. */
export function nodeWord({ label, path, perms }: TreeNode, t: Translate): string {
  const menu = path && menuWord(path);
  if (menu) return t(menu);
  if (!perms || currentLanguage() === 'zh-CN') return label;
  const [domain, name, act] = perms.split(':');
  const noun = wordOr(`${domain}.${name}`) ?? wordOr(`${domain}.${name}.title`);
  const verb = wordOr(`system.menu.verb.${act}`);
  return noun && verb ? t('system.menu.buttonOf', { noun: t(noun), verb: t(verb) }) : label;
}
