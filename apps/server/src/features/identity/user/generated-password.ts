import { randomInt } from 'node:crypto';

/** Small letters and digits that are not mistaken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to be read from a screen and typed once: `k7m2p-xw4hq-…`, 20 signs of 31 and hence 99 bits. */
export const generatedPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-');
