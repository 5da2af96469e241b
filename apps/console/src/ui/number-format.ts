let decimalFormat: Intl.NumberFormat | undefined;

/** 1,234,567. Integers do not use `Intl`, whose first call takes 70 ms on a slow processor. */
export function groupDigits(value: number): string {
  if (Number.isSafeInteger(value)) return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  decimalFormat ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  return decimalFormat.format(value);
}

/** 12.4 万, 3.1 亿 in Chinese, 1.2M, 3.1B in English. Exact below 10,000. */
export function shortNumber(value: number, language: 'zh-CN' | 'en-US' = 'zh-CN'): string {
  if (Math.abs(value) < 10_000) return groupDigits(value);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(value).replace(/([万亿])/, ' $1');
}

/** For cards, which have room for a number below ten million. */
export const cardNumber = (value: number, language: 'zh-CN' | 'en-US' = 'zh-CN'): string =>
  Math.abs(value) < 1e7 ? groupDigits(value) : shortNumber(value, language);

/** A serial number within its batch: an identifier, which is never grouped. */
export const ordinalText = (ordinal: number): string => `#${ordinal}`;

/** Consecutive ordinals, both ends included: #1–400. */
export const ordinalRange = (from: number, to: number): string => (from === to ? ordinalText(from) : `${ordinalText(from)}–${to}`);

/** Bounds of a number field outside a resource; without `places` only integers. */
export interface NumberBounds {
  min?: number | undefined;
  max?: number | undefined;
  /** Maximum number of decimals. */
  places?: number | undefined;
}

/** Parsed input: a number, the raw text if it is not a number, or null if empty. */
export type ParsedNumber = number | string | null;

const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?$/i;

const GROUPED = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** Characters that multiply a number: ten, hundred, … after it, or an exponent. */
const MULTIPLE = /[十百千万萬亿億兆]/;
const SUPERSCRIPT = /[²³¹⁰-₟]/;

/**
 * Parses a number. Accepts digit groups, full-width characters, a currency prefix and a unit suffix. Ambiguous input such as 5 万 or two
 * spreadsheet cells is not a number.
 */
export function parseNumber(text: string): ParsedNumber {
  const normalized = text.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim();
  if (normalized === '') return null;
  const withoutUnit = normalized
    .replaceAll(/[ '’]/g, '')
    .replace(/^[¥$€£]/, '')
    .replace(/[\p{Script=Han}%°]+$/u, (unit) => (MULTIPLE.test(unit) ? unit : ''));
  const digits = GROUPED.test(withoutUnit) ? withoutUnit.replaceAll(',', '') : withoutUnit;
  const value = PLAIN.test(digits) && !SUPERSCRIPT.test(text) ? Number(digits) + 0 : Number.NaN; // avoids -0
  return Number.isFinite(value) ? value : text;
}

interface NumberFormatOptions {
  grouped?: boolean | undefined;
  /** Minimum number of decimals, if the value has no more. */
  fixed?: number | undefined;
}

/** Formats a number field that is not being edited; text that is not a number is unchanged. */
export function formatInputNumber(value: number | string | undefined, { grouped = false, fixed }: NumberFormatOptions): string {
  const text = String(value ?? '');
  const number = parseNumber(text);
  if (typeof number !== 'number') return text;
  if (fixed !== undefined && Number(number.toFixed(fixed)) === number) return number.toFixed(fixed);
  return grouped && Number.isSafeInteger(number) ? groupDigits(number) : text;
}
