import { toHalfWidth } from './full-width.ts';

/** Longer input is no code, however it was spaced: it is not even read. */
const LONGEST_INPUT = 128;

const plain = /^[0-9A-HJKMNP-TV-Z]*$/;
const ignored = /[\p{Zs}\p{Pd}\u2212]/u;

/**
 * What a person meant by a typed code: spaces and dashes of any script are left out, ASCII and full-width letters become
 * capitals, I and L become 1, O becomes 0. All else stays as it is and so fits no code. Over 128 characters: `''`.
 */
export function normalise(text: string): string {
  if (text.length > LONGEST_INPUT) return '';
  if (plain.test(text)) return text;
  let meant = '';
  for (const typed of toHalfWidth(text)) if (!ignored.test(typed)) meant += meantBy(typed);
  return meant;
}

/** Only ASCII is raised: `toUpperCase` would take ı for I and ſ for S. */
function meantBy(typed: string): string {
  const capital = typed >= 'a' && typed <= 'z' && typed.length === 1 ? typed.toUpperCase() : typed;
  if (capital === 'I' || capital === 'L') return '1';
  return capital === 'O' ? '0' : capital;
}
