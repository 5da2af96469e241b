import { readSymbol } from '@suyuan/codes';

/** Maximum characters stored of a foreign code. */
const KEPT = 64;

/** Truncates to `length` characters and removes control and invisible characters. */
export function filedText(text: string, length = KEPT): string {
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  const seen = text
    .slice(0, 2 * length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...seen].slice(0, length).join('');
}

/** The stored form of a text that is not an issued code. */
export const filedCode = (text: string): string => filedText(readSymbol(text).code);
