import { currentLanguage } from '../words.ts';
import { provinces } from './outlines.ts';

/** What a province is called in the language of the page; undefined for a code that is none. */
export function provinceName(code: string): string | undefined {
  return provinces.find((province) => province.code === code)?.[currentLanguage() === 'en-US' ? 'en' : 'zh'];
}
