import { currentLanguage, translate, seedTextOf, findTranslationKey } from './words.ts';

/**
 * Translates preinstalled texts, which are stored in Chinese. Edited texts stay unchanged.
 * @param key e.g. `system.config.seed.name.sys.index.skinName`
 */
export function translateSeedText<Text extends string | null>(key: string, text: Text): Text | string {
  if (currentLanguage() === 'zh-CN' || !text || text !== seedTextOf(key)) return text;
  const word = findTranslationKey(key);
  return word ? translate(word) : text;
}
