/** What a text that should hold a code says: the code, and the goods and the lot of the link around it. */
interface CodeText {
  code: string;
  gtin?: string;
  lot?: string;
}

/** Characters of a foreign code that are kept with its scan. */
const KEPT = 64;

const shortLink = /\/c\/(?<code>[^/?#\s]+)\/?(?:[?#]\S*)?$/;
/** GS1 Digital Link URI Syntax 1.3: GTIN, then variant, lot and serial, each qualifier at most once and in this order. */
const digitalLink = /\/01\/(?<gtin>[^/?#\s]+)(?:\/22\/[^/?#\s]+)?(?:\/10\/(?<lot>[^/?#\s]+))?\/21\/(?<code>[^/?#\s]+)\/?(?:[?#]\S*)?$/;

/** Reads a typed code, or the link that a camera read, whatever its host. */
export function readCodeText(text: string): CodeText {
  const typed = text.trim();
  const parts = (digitalLink.exec(typed) ?? shortLink.exec(typed))?.groups;
  if (!parts?.code) return { code: typed };
  const { gtin, lot } = parts;
  return { code: unescaped(parts.code), ...(gtin && { gtin: unescaped(gtin) }), ...(lot && { lot: unescaped(lot) }) };
}

/** A text as it is filed: at most `length` characters, none of which steers a terminal or hides. */
export function filedText(text: string, length = KEPT): string {
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  const seen = text
    .slice(0, 2 * length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...seen].slice(0, length).join('');
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // not percent-escaped: it is what it looks like
    return segment;
  }
}
