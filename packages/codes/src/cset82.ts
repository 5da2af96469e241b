/** GS1 character set 82 for batch numbers and serials (GS1 General Specifications §7.11). */
const cset82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;

/** Characters that GB/T 33993 forbids in links, and `.` and `..`, which URLs resolve as path segments. */
const forbiddenInLinks = /[%&/<>?]|^\.{1,2}$/;

const MAX_LENGTH = 20;

/** Valid for AI 10 and AI 21: 1 to 20 characters of set 82. */
export const isCset82 = (text: string): boolean => text.length <= MAX_LENGTH && cset82.test(text);

/** Valid as a batch number: set 82 without the exclusions of `unfitForLinks`. */
export const isLot = (text: string): boolean => isCset82(text) && !forbiddenInLinks.test(text);
