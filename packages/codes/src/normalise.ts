/** Distance between a full-width character and its ASCII equivalent. */
const OFFSET = 0xfee0;
const fullWidth = /[\uff01-\uff5e]/g;

/** Chinese input methods produce full-width characters. */
export const toHalfWidth = (text: string): string =>
  text.search(fullWidth) < 0 ? text : text.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - OFFSET));

/** Longer input cannot be a code, even with spaces. */
const MAX_INPUT_LENGTH = 128;

const normalisedPattern = /^[0-9A-HJKMNP-TV-Z]*$/;
const ignored = /[\p{Zs}\p{Pd}\p{Cf}\u2212]/u;

/**
 * Normalises a typed or pasted code. Removes spaces and dashes of any script and invisible characters, converts ASCII and full-width
 * letters to capitals, I and L to 1, O to 0. Other characters remain and match no code. Returns `''` for more than 128 characters.
 */
export function normalise(text: string): string {
  if (text.length > MAX_INPUT_LENGTH) return '';
  if (normalisedPattern.test(text)) return text;
  let result = '';
  for (const character of toHalfWidth(text)) if (!ignored.test(character)) result += normaliseCharacter(character);
  return result;
}

/** Restricted to ASCII: `toUpperCase` would convert ı to I and ſ to S. */
function normaliseCharacter(character: string): string {
  const capital = character >= 'a' && character <= 'z' && character.length === 1 ? character.toUpperCase() : character;
  if (capital === 'I' || capital === 'L') return '1';
  return capital === 'O' ? '0' : capital;
}
