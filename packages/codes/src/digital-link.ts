import { isCset82 } from './cset82.ts';
import { toGtin14 } from './gs1-key.ts';

/** What a GS1 Digital Link path says of a thing: its GTIN (AI 01), its lot (AI 10), its serial (AI 21). */
export interface DigitalLink {
  /** 14 digits. */
  gtin: string;
  lot?: string;
  serial?: string;
}

/** Longer paths are not read: three values of AIs 01, 10 and 21 need 147 characters even when all are escaped. */
const LONGEST_PATH = 256;

const path = /^\/01\/(?<gtin>[0-9]{8,14})(?:\/10\/(?<lot>[^/]+))?(?:\/21\/(?<serial>[^/]+))?\/?$/;

/**
 * Path of a GS1 Digital Link (URI Syntax 1.3): `/01/{gtin}/10/{lot}/21/{serial}`, lot and serial only where given.
 * @throws RangeError where a part is no GTIN or holds what its identifier may not
 */
export function digitalLinkPath({ gtin, lot, serial }: DigitalLink): string {
  const key = toGtin14(gtin);
  if (!key) throw new RangeError('not a GTIN');
  return `/01/${key}${qualifier('10', lot)}${qualifier('21', serial)}`;
}

/** Reads such a path; undefined where it is none, its check digit is wrong or a part holds what it may not. */
export function parseDigitalLink(text: string): DigitalLink | undefined {
  const parts = text.length > LONGEST_PATH ? undefined : path.exec(text)?.groups;
  if (!parts) return undefined;
  const gtin = toGtin14(parts.gtin ?? '');
  const lot = decoded(parts.lot);
  const serial = decoded(parts.serial);
  if (!gtin || lot === false || serial === false) return undefined;
  return { gtin, ...(lot !== undefined && { lot }), ...(serial !== undefined && { serial }) };
}

function qualifier(identifier: '10' | '21', value: string | undefined): string {
  if (value === undefined) return '';
  if (!isCset82(value) || isFolder(value)) throw new RangeError(`not a value of AI ${identifier}`);
  return `/${identifier}/${escaped(value)}`;
}

/** A URL reads `.` and `..` as folders, escaped or not. */
const isFolder = (value: string) => /^\.{1,2}$/.test(value);

/** Percent-escapes all of set 82 but what RFC 3986 leaves unreserved. */
const escaped = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The value of a path segment, or false where it is none. */
function decoded(segment: string | undefined): string | undefined | false {
  if (segment === undefined) return undefined;
  try {
    const value = decodeURIComponent(segment);
    return isCset82(value) && value;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
