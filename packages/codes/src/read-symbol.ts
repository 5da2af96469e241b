import { type Elements, FNC1, parseBracketed, parseElementString, withFnc1 } from './element-string.ts';
import { isGs1Key } from './gs1-key.ts';
import { toHalfWidth } from './normalise.ts';
import { MAX_CODE_LENGTH } from './shape.ts';

export interface SymbolText {
  text: string;
  /** Candidate code, not normalised: the serial of the link or symbol, otherwise the text. */
  code: string;
  /** Trade item, 14 digits. The check digit is not verified. */
  gtin?: string;
  lot?: string;
  /** Logistic unit, with a valid check digit. */
  sscc?: string;
}

const MAX_TEXT_LENGTH = 4096;

/** AIM symbology identifiers (ISO/IEC 15424), and those of GS1 element strings (GS1 General Specifications §5.1.3). */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
const gs1Prefix = /^\](?:C1|e[0-3]|d[25]|Q[34]|J1)/;

const alphanumeric = /^[0-9A-Za-z]*$/;
const ssccPattern = /^(?:00)?(\d{18})$/;

/**
 * Parses input of any kind: a code in any spelling, a link of this system, a GS1 Digital Link of any host (URI Syntax 1.3), a GS1
 * element string with or without AIM prefix, or its bracketed form. Any other text is returned as the code.
 */
export function readSymbol(input: string): SymbolText {
  const text = input.trim();
  if (text.length > MAX_TEXT_LENGTH) return { text, code: text };
  if (alphanumeric.test(text) && text.length <= MAX_CODE_LENGTH) return { text, code: text, ...ssccOf(text) };

  // A prefix with nothing after it is the text itself.
  const content = text.replace(aimPrefix, '').trim() || text;
  const body = withFnc1(toHalfWidth(content));
  if (gs1Prefix.test(text) || body.includes(FNC1)) return fromElements(text, parseElementString(body));
  if (body.startsWith('(')) return fromElements(text, parseBracketed(body));
  return fromLink(text, body) ?? fromUnmarked(text, body) ?? { text, code: content, ...ssccOf(body.replace(/[\s\p{Pd}]/gu, '')) };
}

/** Element string without AIM prefix. A short one may be a code, and every part of a long one must be valid. */
function fromUnmarked(text: string, body: string): SymbolText | undefined {
  if (body.length <= MAX_CODE_LENGTH || !/^\d{16}/.test(body)) return undefined;
  const elements = parseElementString(body);
  const [gtin, sscc] = [elements?.get('01'), elements?.get('00')];
  if (!elements || (gtin === undefined && sscc === undefined)) return undefined;
  const isValid = (gtin === undefined || isGs1Key(gtin, 14)) && (sscc === undefined || isGs1Key(sscc, 18));
  return isValid ? fromElements(text, elements) : undefined;
}

function fromElements(text: string, elements: Elements | undefined): SymbolText {
  if (!elements) return { text, code: text };
  const gtin = elements.get('01') ?? elements.get('8006')?.slice(0, 14);
  const lot = elements.get('10');
  return {
    text,
    code: serialOf(elements) || text,
    ...(gtin !== undefined && { gtin: gtin.padStart(14, '0') }),
    ...(lot !== undefined && { lot }),
    ...ssccOf(elements.get('00') ?? ''),
  };
}

const serialOf = (elements: Elements): string | undefined =>
  elements.get('21') ??
  elements.get('235') ??
  elements.get('8011') ??
  elements.get('253')?.slice(GLN_LENGTH) ??
  elements.get('255')?.slice(GLN_LENGTH);

/** Keys of documents and coupons start with as many digits as a GLN. */
const GLN_LENGTH = 13;

function ssccOf(text: string): { sscc?: string } {
  const digits = ssccPattern.exec(text)?.[1];
  return digits && isGs1Key(digits, 18) ? { sscc: digits } : {};
}

/** Primary keys of a GS1 Digital Link, and the qualifiers in its path (URI Syntax 1.3 §4.5). */
const primaryKeys = new Set(['00', '01', '253', '255', '414', '417', '8006', '8010']);
const qualifiers = new Set(['10', '21', '22', '235', '254', '7040', '8011']);

/** Independent of the host: `/c/…` in either case, or a GS1 Digital Link. */
function fromLink(text: string, body: string): SymbolText | undefined {
  if (!body.includes('/')) return undefined;
  const end = body.search(/[?#]/);
  const path = end < 0 ? body : body.slice(0, end);
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  const last = segments.length - 1;
  if (last >= 2 && (segments[last - 1] === 'c' || segments[last - 1] === 'C') && segments[last])
    return { text, code: unescapeSegment(segments[last] ?? '') };
  for (let at = last - 1; at >= 1; at -= 2) {
    const identifier = segments[at] ?? '';
    if (!segments[at + 1]) return undefined;
    if (primaryKeys.has(identifier)) return fromElements(text, pairsOf(segments.slice(at)));
    if (!qualifiers.has(identifier)) return undefined;
  }
  return undefined;
}

/** @param segments alternating identifiers and values */
function pairsOf(segments: readonly string[]): Elements {
  const pairs = new Map<string, string>();
  for (let at = 0; at < segments.length; at += 2) pairs.set(segments[at] ?? '', unescapeSegment(segments[at + 1] ?? ''));
  return pairs;
}

function unescapeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoded: use the text as it is.
    return segment;
  }
}
