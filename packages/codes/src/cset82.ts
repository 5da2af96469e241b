/** GS1's character set 82 (General Specifications 7.11): what lots and serials may hold. */
const cset82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;

/** What GB/T 33993 keeps out of values that stand in a link, and the two values that a URL reads as folders. */
const unfitForLinks = /[%&/<>?]|^\.{1,2}$/;

/** Longest AI 10 and AI 21. */
const LONGEST = 20;

/** Tells whether `text` may stand in AI 10 or AI 21: 1 to 20 characters of set 82. */
export const isCset82 = (text: string): boolean => text.length <= LONGEST && cset82.test(text);

/** Tells whether `text` may name one of our lots: AI 10 without the characters that GB/T 33993 forbids in links, not `.` or `..`. */
export const isLot = (text: string): boolean => isCset82(text) && !unfitForLinks.test(text);
