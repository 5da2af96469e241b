import { readSymbol } from '@suyuan/codes';

/** Characters of a foreign code that are kept with its scan. */
const KEPT = 64;

/** A text as it is filed: at most `length` characters, none of which steers a terminal or hides. */
export function filedText(text: string, length = KEPT): string {
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  const seen = text
    .slice(0, 2 * length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...seen].slice(0, length).join('');
}

/** A text that is no code of ours, as its scans are filed. */
export const filedCode = (text: string): string => filedText(readSymbol(text).code);
