import { currentLanguage, say, seeded, wordOr } from './words.ts';

/**
 * What every installation starts with speaks Chinese; in another language the packs' word for it, where there is one: `key` as in
 * `system.config.seed.name.sys.index.skinName`. What somebody has written in its place since stays as it is.
 */
export function seedText<Text extends string | null>(key: string, text: Text): Text | string {
  if (currentLanguage() === 'zh-CN' || !text || text !== seeded(key)) return text;
  const word = wordOr(key);
  return word ? say(word) : text;
}
