import { fitsPasswordClass } from '@suyuan/contract';

const DIGITS = '23456789';
/** Small letters that are not mistaken for one another or for a digit. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';

/** Groups of a password. With separators it has at most 20 characters, the longest that RuoYi accepts. */
const GROUPS = 4;

/** Which signs a class of passwords (`sys.account.chrtype`) allows, how long a group is and what stands between groups. */
const signsOf = (passwordClass: string) =>
  passwordClass === '1'
    ? { signs: DIGITS, between: '', size: 5 }
    : passwordClass === '2'
      ? { signs: LETTERS, between: '', size: 5 }
      : { signs: LETTERS + DIGITS, between: '-', size: 4 };

/** One of `signs`, each as likely as any other: what would favour the first ones is thrown away. */
function anyOf(signs: string): string {
  const limit = 256 - (256 % signs.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= limit);
  return signs[(byte[0] ?? 0) % signs.length] ?? '';
}

/** A random password of the class that the setting names, such as `k7m2-xw4h-t9rb-c3vd`: about 79 bits. */
export function generatePassword(passwordClass = '0'): string {
  const { signs, between, size } = signsOf(passwordClass);
  const group = () => Array.from({ length: size }, () => anyOf(signs)).join('');
  for (;;) {
    const password = Array.from({ length: GROUPS }, group).join(between);
    if (fitsPasswordClass(password, passwordClass)) return password;
  }
}

/** Bits that guessing a text of these kinds of signs takes, had each been drawn at random; what people think up takes far fewer. */
export function bitsOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, LETTERS.length],
    [/[A-Z]/, 26],
    [/\d/, DIGITS.length],
    [/[^a-zA-Z\d-]/, 33],
  ];
  const signs = kinds.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const drawn = [...password].filter((sign) => sign !== '-').length;
  return signs > 1 ? Math.floor(drawn * Math.log2(signs)) : 0;
}
