/** Full-width forms of ASCII are this far above their ASCII twins. */
const OFFSET = 0xfee0;
const fullWidth = /[\uff01-\uff5e]/g;

/** A text with the full-width signs that Chinese keyboards type as ASCII. */
export const toHalfWidth = (text: string): string =>
  text.search(fullWidth) < 0 ? text : text.replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - OFFSET));
