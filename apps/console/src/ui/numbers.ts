let grouped: Intl.NumberFormat | undefined;

/**
 * 1 234 567: groups of three with a no-break space, as the sentences of the word packs write them. Whole numbers do without `Intl`,
 * whose first use costs a slow processor 70 ms.
 */
export function groupDigits(value: number): string {
  if (Number.isSafeInteger(value)) return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  return grouped.format(value).replaceAll(',', '\u00a0');
}

/** 12.4 万, 3.1 亿 as Chinese reads them; 1.2M, 3.1B in English. Cut rather than rounded, so that nearly all is not all. Below 10 000 exact. */
export function shortNumber(value: number, language: 'zh-CN' | 'en-US' = 'zh-CN'): string {
  if (Math.abs(value) < 10_000) return groupDigits(value);
  const maximumFractionDigits = Math.abs(value) < 100_000 ? 2 : 1;
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits, roundingMode: 'trunc' });
  return compact.format(value).replace(/([万亿])/, ' $1');
}

/** What a page's own field of numbers may hold; without `places` whole numbers alone. */
export interface NumberBounds {
  min?: number | undefined;
  max?: number | undefined;
  /** Digits after the point, at most. */
  places?: number | undefined;
}

/** What was typed or pasted into a field of numbers: a number; the text as it stands where it is none; null where nothing stands. */
export type TypedNumber = number | string | null;

const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?$/i;

const GROUPED = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** What makes more of a number than its digits say: ten, hundred, … behind it, or a power above it. */
const MULTIPLE = /[十百千万萬亿億兆]/;
const RAISED = /[²³¹⁰-₟]/;

/**
 * Reads what was typed or pasted, past groups of digits, full-width characters, a currency before it and a unit behind it. What could mean another
 * number, such as 5 万 or two cells of a sheet, is none.
 */
export function readNumber(text: string): TypedNumber {
  const narrow = text.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-').trim();
  if (narrow === '') return null;
  const bare = narrow
    .replaceAll(/[ '’]/g, '')
    .replace(/^[¥$€£]/, '')
    .replace(/[\p{Script=Han}%°]+$/u, (unit) => (MULTIPLE.test(unit) ? unit : ''));
  const digits = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare;
  const value = PLAIN.test(digits) && !RAISED.test(text) ? Number(digits) + 0 : Number.NaN; // no minus before nothing
  return Number.isFinite(value) ? value : text;
}

interface Shown {
  /** Thousands apart. */
  grouped?: boolean | undefined;
  /** As many digits after the point, where the number has no more. */
  fixed?: number | undefined;
}

/** How a number that is not being typed stands in its field; what is no number stands as it is. */
export function shownNumber(value: number | string | undefined, { grouped = false, fixed }: Shown): string {
  const text = String(value ?? '');
  const number = readNumber(text);
  if (typeof number !== 'number') return text;
  if (fixed !== undefined && Number(number.toFixed(fixed)) === number) return number.toFixed(fixed);
  return grouped && Number.isSafeInteger(number) ? groupDigits(number) : text;
}
