/** Full-width forms of ASCII are this far above their ASCII twins. */
const OFFSET = 0xfee0;

/** A text with the full-width signs that Chinese keyboards type as ASCII. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - OFFSET));
