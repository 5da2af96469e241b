/** Longer input is no code, however it was spaced: it is not even read. */
const LONGEST_INPUT = 128;

const plain = /^[0-9A-HJKMNP-TV-Z]*$/;
const ignored = /[\p{Zs}\p{Pd}\u2212]/u;

/** Full-width forms stand this far above their ASCII twins; Chinese keyboards type them. */
const FULL_WIDTH = 0xfee0;

/**
 * What a person meant by a typed code: spaces and dashes of any script are left out, ASCII and full-width letters become
 * capitals, I and L become 1, O becomes 0. All else stays as it is and so fits no code. Over 128 characters: `''`.
 */
export function normalise(text: string): string {
  if (text.length > LONGEST_INPUT) return '';
  if (plain.test(text)) return text;
  let meant = '';
  for (const typed of text) if (!ignored.test(typed)) meant += meantBy(typed);
  return meant;
}

/** Only ASCII is raised: `toUpperCase` would take ı for I and ſ for S. */
function meantBy(typed: string): string {
  const unit = typed.charCodeAt(0);
  const narrow = unit > 0xff00 && unit < 0xff5f ? String.fromCharCode(unit - FULL_WIDTH) : typed;
  const capital = narrow >= 'a' && narrow <= 'z' && narrow.length === 1 ? narrow.toUpperCase() : narrow;
  if (capital === 'I' || capital === 'L') return '1';
  return capital === 'O' ? '0' : capital;
}
