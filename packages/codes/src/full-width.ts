/** Distance between a full-width character and its ASCII equivalent. */
const OFFSET = 0xfee0;
const fullWidth = /[\uff01-\uff5e]/g;

/** Chinese input methods produce full-width characters. */
export const toHalfWidth = (text: string): string =>
  text.search(fullWidth) < 0 ? text : text.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - OFFSET));
