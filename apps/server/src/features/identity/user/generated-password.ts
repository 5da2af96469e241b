import { randomInt } from 'node:crypto';

/** Lowercase letters and digits without look-alikes. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password that is easy to read and type: `k7m2p-xw4hq-…`, 20 characters of 31, 99 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')).join('-');
