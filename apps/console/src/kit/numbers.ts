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

/** How a field for a count shows and reads it: grouped, without what stands after a point, and empty as long as nothing is typed. */
export const groupedCount = {
  formatter: (value: number | string | undefined) => (value === undefined || value === '' ? '' : groupDigits(Number(value))),
  parser(text: string | undefined) {
    const digits = (text ?? '').replace(/[.．。].*/s, '').replace(/\D/g, '');
    return digits === '' ? '' : Number(digits);
  },
};
