import { currentLanguage, say, seeded, wordOr } from './words.ts';

/**
 * Translates preinstalled texts, which are stored in Chinese. Edited texts stay unchanged.
 * @param key e.g. `system.config.seed.name.sys.index.skinName`
 */
export function seedText<Text extends string | null>(key: string, text: Text): Text | string {
  if (currentLanguage() === 'zh-CN' || !text || text !== seeded(key)) return text;
  const word = wordOr(key);
  return word ? say(word) : text;
}
