import { readSymbol } from '@suyuan/codes';

/** Maximum characters stored of a foreign code. */
const MAX_STORED_LENGTH = 64;

/** Truncates to `length` characters and removes control and invisible characters. */
export function toStoredText(text: string, length = MAX_STORED_LENGTH): string {
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  const visibleText = text
    .slice(0, 2 * length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...visibleText].slice(0, length).join('');
}

/** The stored form of a text that is not an issued code. */
export const toStoredCode = (text: string): string => toStoredText(readSymbol(text).code);
