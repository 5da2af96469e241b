/**
 * GS1 application identifiers and value formats (GS1 General Specifications §3.2, GS1 Barcode Syntax Dictionary). `n` digits, `x`
 * character set 82, `y` character set 39, `z` base64url. `n6`: exactly six, `x1..20`: one to twenty. A range covers every identifier
 * in it.
 */
const TABLE = `
00 n18|01-03 n14|10 x1..20|11-13 n6|15-17 n6|20 n2|21-22 x1..20|235 x1..28|240-241 x1..30|242 n1..6|243 x1..20|250-251 x1..30
253 n13 x0..17|254 x1..20|255 n13 n0..12|30 n1..8|37 n1..8
3100-3105 n6|3110-3115 n6|3120-3125 n6|3130-3135 n6|3140-3145 n6|3150-3155 n6|3160-3165 n6
3200-3205 n6|3210-3215 n6|3220-3225 n6|3230-3235 n6|3240-3245 n6|3250-3255 n6|3260-3265 n6|3270-3275 n6|3280-3285 n6|3290-3295 n6
3300-3305 n6|3310-3315 n6|3320-3325 n6|3330-3335 n6|3340-3345 n6|3350-3355 n6|3360-3365 n6|3370-3375 n6
3400-3405 n6|3410-3415 n6|3420-3425 n6|3430-3435 n6|3440-3445 n6|3450-3455 n6|3460-3465 n6|3470-3475 n6|3480-3485 n6|3490-3495 n6
3500-3505 n6|3510-3515 n6|3520-3525 n6|3530-3535 n6|3540-3545 n6|3550-3555 n6|3560-3565 n6|3570-3575 n6
3600-3605 n6|3610-3615 n6|3620-3625 n6|3630-3635 n6|3640-3645 n6|3650-3655 n6|3660-3665 n6|3670-3675 n6|3680-3685 n6|3690-3695 n6
3900-3909 n1..15|3910-3919 n3 n1..15|3920-3929 n1..15|3930-3939 n3 n1..15|3940-3943 n4|3950-3955 n6
400-401 x1..30|402 n17|403 x1..30|410-417 n13|420 x1..20|421 n3 x1..9|422 n3|423 n3..15|424 n3|425 n3..15|426 n3|427 x1..3
4300-4301 x1..35|4302-4306 x1..70|4307 x2|4308 x1..30|4309 n20|4310-4311 x1..35|4312-4316 x1..70|4317 x2|4318 x1..20|4319 x1..30
4320 x1..35|4321-4323 n1|4324-4325 n10|4326 n6|4330-4333 n6 x0..1
7001 n13|7002 x1..30|7003 n10|7004 n1..4|7005 x1..12|7006 n6|7007 n6..12|7008 x1..3|7009 x1..10|7010 x1..2|7011 n6..10
7020-7022 x1..20|7023 x1..30|7030-7039 n3 x1..27|7040 n1 x3|7041 x1..4|710-717 x1..20|7230-7239 x3..30|7240 x1..20|7241 n2
7242 x1..25|7250 n8|7251 n12|7252 n1|7253-7254 x1..40|7255 x1..10|7256 x1..90|7257 x1..70|7258 x3|7259 x1..40
8001 n14|8002 x1..20|8003 n14 x0..16|8004 x1..30|8005 n6|8006 n18|8007 x1..34|8008 n8..12|8009 x1..50|8010 y1..30|8011 n1..12
8012 x1..20|8013-8014 x1..25|8017-8018 n18|8019 n1..10|8020 x1..25|8026 n18|8030 z1..90|8040-8041 n15|8042 n32|8043 n18..20
8110 x1..70|8111 n4|8112 x1..70|8200 x1..70|90 x1..30|91-99 x1..90`;

const characters: Record<string, string> = { n: '\\d', x: '[!-"%-?A-Z_a-z]', y: '[#\\-/\\dA-Z]', z: '[\\-\\dA-Z_a-z]' };

/** Identifiers of predefined length, by their first two digits. No FNC1 follows them (GS1 General Specifications §7.8.5). */
const PREDEFINED = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

interface Gs1Format {
  isValid(value: string): boolean;
  /** Characters. Undefined: variable length, up to the next FNC1. */
  length: number | undefined;
}

const formats = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .flatMap((row) => {
      const [range = '', ...parts] = row.split(' ');
      const format = formatOf(range, parts);
      return identifiersOf(range).map((identifier) => [identifier, format] as const);
    }),
);

/** Undefined for an unknown identifier. */
export const gs1Format = (identifier: string): Gs1Format | undefined => formats.get(identifier);

/** Identifier at a position of an element string. No identifier is a prefix of another. */
export const gs1IdentifierAt = (text: string, at: number): string | undefined =>
  [2, 3, 4].map((length) => text.slice(at, at + length)).find((identifier) => formats.has(identifier));

function formatOf(range: string, parts: readonly string[]): Gs1Format {
  const pattern = parts.map((part) => `${characters[part[0] ?? '']}{${part.slice(1).replace('..', ',')}}`).join('');
  const fullPattern = new RegExp(`^${pattern}$`);
  const length = PREDEFINED.test(range) ? Number(parts[0]?.slice(1)) : undefined;
  return { isValid: (value) => fullPattern.test(value), length };
}

function identifiersOf(range: string): string[] {
  const [first = '', last = first] = range.split('-');
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index).padStart(first.length, '0'));
}

/** Transmitted form of FNC1 between two elements (GS1 General Specifications §7.8.6.2). */
export const FNC1 = '\x1d';

/** Replacements for FNC1 by keyboard wedges and editors. No GS1 value contains `{ } [ ] ^`, and no value of this system `<GS>`. */
const fnc1Replacements = /\u241d|\^\]|[{[<](?:GS|FNC1)[}\]>]/gi;
/** First characters of the replacements. This cheap check excludes almost every text. */
const replacementStart = /[\u241d^{[<]/;
/** Leading FNC1 as the code word of DataMatrix or Code 128, sent by some scanners. */
const leadingFnc1 = /^[\u00e8\u00f1](?=\d\d)/;

export function withFnc1(text: string): string {
  const withLeadingFnc1 = text.replace(leadingFnc1, FNC1);
  return replacementStart.test(withLeadingFnc1) ? withLeadingFnc1.replace(fnc1Replacements, FNC1) : withLeadingFnc1;
}

export type Elements = ReadonlyMap<string, string>;

/**
 * Parses an element string as a scanner transmits it: `01…10…<FNC1>21…`. Returns undefined for an unknown identifier or a value of the
 * wrong format. Check digits are not verified.
 */
export function parseElementString(text: string): Elements | undefined {
  const elements = new Map<string, string>();
  for (let position = 0; position < text.length; ) {
    if (text[position] === FNC1) {
      position++;
      continue;
    }
    const identifier = gs1IdentifierAt(text, position);
    const format = identifier === undefined ? undefined : gs1Format(identifier);
    if (identifier === undefined || !format) return undefined;
    const from = position + identifier.length;
    position = format.length === undefined ? endOf(text, from) : from + format.length;
    const value = text.slice(from, position);
    if (!format.isValid(value) || (elements.get(identifier) ?? value) !== value) return undefined;
    elements.set(identifier, value);
  }
  return elements.size > 0 ? elements : undefined;
}

function endOf(text: string, from: number): number {
  const end = text.indexOf(FNC1, from);
  return end < 0 ? text.length : end;
}

/**
 * Parses the human-readable form `(01)…(10)…(21)…`. Spaces between and within parts are allowed. An unknown or repeated identifier in
 * parentheses belongs to the value.
 */
export function parseBracketed(text: string): Elements | undefined {
  const [before, ...parts] = text.split(/\((\d{2,4})\)/);
  if (before?.trim() !== '' || parts.length === 0) return undefined;
  const values = new Map<string, string>();
  let last: string | undefined;
  for (let at = 0; at < parts.length; at += 2) {
    const [identifier = '', value = ''] = [parts[at], parts[at + 1]];
    if (gs1Format(identifier) && !values.has(identifier)) {
      values.set(identifier, value);
      last = identifier;
    } else if (last === undefined) return undefined;
    else values.set(last, `${values.get(last)}(${identifier})${value}`);
  }
  for (const [identifier, value] of values) {
    const compactValue = value.replace(/\s/g, '');
    if (!gs1Format(identifier)?.isValid(compactValue)) return undefined;
    values.set(identifier, compactValue);
  }
  return values;
}

/** Preserves the order. FNC1 ends every value of variable length except the last (GS1 General Specifications §7.8.5). */
export const formatElementString = (elements: readonly (readonly [identifier: string, value: string])[]): string =>
  elements
    .map(([identifier, value], at) => {
      const isOpen = gs1Format(identifier)?.length === undefined && at < elements.length - 1;
      return identifier + value + (isOpen ? FNC1 : '');
    })
    .join('');
