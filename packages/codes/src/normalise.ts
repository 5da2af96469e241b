import { toHalfWidth } from './full-width.ts';

/** Longer input cannot be a code, even with spaces. */
const LONGEST_INPUT = 128;

const plain = /^[0-9A-HJKMNP-TV-Z]*$/;
const ignored = /[\p{Zs}\p{Pd}\u2212]/u;

/**
 * Normalises a typed code. Removes spaces and dashes of any script, converts ASCII and full-width letters to capitals, I and L to 1, O
 * to 0. Other characters remain and match no code. Returns `''` for more than 128 characters.
 */
export function normalise(text: string): string {
  if (text.length > LONGEST_INPUT) return '';
  if (plain.test(text)) return text;
  let meant = '';
  for (const typed of toHalfWidth(text)) if (!ignored.test(typed)) meant += meantBy(typed);
  return meant;
}

/** Restricted to ASCII: `toUpperCase` would convert ı to I and ſ to S. */
function meantBy(typed: string): string {
  const capital = typed >= 'a' && typed <= 'z' && typed.length === 1 ? typed.toUpperCase() : typed;
  if (capital === 'I' || capital === 'L') return '1';
  return capital === 'O' ? '0' : capital;
}
