/** Characters of a social credit code: without I, O, S, V and Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * Validates a unified social credit code (统一社会信用代码) of 18 characters. Check character: 31 minus the sum of the first 17, weighted by
 * powers of 3, modulo 31 (GB 32100-2015, §5.3).
 */
export function isUscc(text: string): boolean {
  if (!/^[0-9ABCDEFGHJKLMNPQRTUWXY]{2}\d{6}[0-9ABCDEFGHJKLMNPQRTUWXY]{10}$/.test(text)) return false;
  let sum = 0;
  let weight = 1;
  for (const character of text.slice(0, 17)) {
    sum += CHARACTERS.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return CHARACTERS[(31 - (sum % 31)) % 31] === text[17];
}
