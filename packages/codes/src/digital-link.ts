import { toGtin14 } from './gs1-key.ts';

/** GS1 character set 82 for batch numbers and serials (GS1 General Specifications §7.11). */
const cset82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;

const MAX_LENGTH = 20;

/** Valid for AI 10 and AI 21: 1 to 20 characters of set 82. */
export const isCset82 = (text: string): boolean => text.length <= MAX_LENGTH && cset82.test(text);

/** AI 01, AI 10 and AI 21. */
interface DigitalLink {
  gtin: string;
  lot?: string;
  serial?: string;
}

/**
 * Path of a GS1 Digital Link (URI Syntax 1.3): `/01/{gtin}/10/{lot}/21/{serial}`. Absent parts are omitted.
 * @throws RangeError where a part is no GTIN or holds what its identifier may not
 */
export function digitalLinkPath({ gtin, lot, serial }: DigitalLink): string {
  const key = toGtin14(gtin);
  if (!key) throw new RangeError('not a GTIN');
  return `/01/${key}${qualifier('10', lot)}${qualifier('21', serial)}`;
}

function qualifier(identifier: '10' | '21', value: string | undefined): string {
  if (value === undefined) return '';
  if (!isCset82(value) || isFolder(value)) throw new RangeError(`not a value of AI ${identifier}`);
  return `/${identifier}/${escapeValue(value)}`;
}

/** URLs resolve `.` and `..` as path segments, even if escaped. */
const isFolder = (value: string) => /^\.{1,2}$/.test(value);

/** Percent-encodes all characters of set 82 except the unreserved ones of RFC 3986. */
const escapeValue = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
