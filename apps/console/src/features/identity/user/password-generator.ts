import { fitsPasswordClass } from '@suyuan/contract';

const DIGITS = '23456789';
/** Lower-case letters without those that look like another letter or a digit. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

/** Groups of a password. With separators it has at most 20 characters, RuoYi's maximum. */
const GROUPS = 4;

/** Alphabet, group size and separator of a password class (`sys.account.chrtype`). */
const passwordShape = (passwordClass: string) =>
  passwordClass === '1'
    ? { signs: DIGITS, between: '', size: 5 }
    : passwordClass === '2'
      ? { signs: LETTERS, between: '', size: 5 }
      : { signs: LETTERS + DIGITS, between: '-', size: 4 };

/** A uniformly distributed character of `signs`; rejection sampling avoids modulo bias. */
function randomCharacter(characters: string): string {
  const limit = 256 - (256 % characters.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= limit);
  return characters[(byte[0] ?? 0) % characters.length] ?? '';
}

/** A random password of the configured class, such as `k7m2-xw4h-t9rb-c3vd`: about 79 bits. */
export function generatePassword(passwordClass = '0'): string {
  const { signs, between, size } = passwordShape(passwordClass);
  const group = () => Array.from({ length: size }, () => randomCharacter(signs)).join('');
  for (;;) {
    const password = Array.from({ length: GROUPS }, group).join(between);
    if (fitsPasswordClass(password, passwordClass)) return password;
  }
}

/** Entropy in bits, if every character were random. Passwords that people choose have far less. */
export function entropyBits(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, LETTERS.length],
    [/[A-Z]/, 26],
    [/\d/, DIGITS.length],
    [/[^a-zA-Z\d-]/, 33],
  ];
  const alphabetSize = kinds.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const characterCount = [...password].filter((sign) => sign !== '-').length;
  return alphabetSize > 1 ? Math.floor(characterCount * Math.log2(alphabetSize)) : 0;
}
