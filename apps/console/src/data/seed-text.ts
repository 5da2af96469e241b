import { currentLanguage, say, seeded, wordOr } from './words.ts';

/**
 * Translates preinstalled texts, which are stored in Chinese. `key` is e.g. `system.config.seed.name.sys.index.skinName`. Edited texts and
 * texts without a translation are returned unchanged.
 */
export function seedText<Text extends string | null>(key: string, text: Text): Text | string {
  if (currentLanguage() === 'zh-CN' || !text || text !== seeded(key)) return text;
  const word = wordOr(key);
  return word ? say(word) : text;
}
