/** Offset of Asia/Shanghai from UTC in milliseconds, all year: the only display time zone. */
export const SHANGHAI_OFFSET = 8 * 3_600_000;

let cachedSecond = Number.NaN;
let cachedText = '';

/** ISO 8601 in Asia/Shanghai, e.g. `2026-11-20T09:30:00+08:00`. Caches the latest second. */
export function formatMoment(milliseconds: number): string {
  const wholeSecond = Math.floor(milliseconds / 1000);
  if (wholeSecond !== cachedSecond) {
    cachedText = `${new Date(wholeSecond * 1000 + SHANGHAI_OFFSET).toISOString().slice(0, 19)}+08:00`;
    cachedSecond = wholeSecond;
  }
  return cachedText;
}

/** In the database's format: `2026-11-20 09:30:00`. */
export const timeOf = (milliseconds: number): string => formatMoment(milliseconds).slice(0, 19).replace('T', ' ');

/** The day in Asia/Shanghai, `YYYY-MM-DD`. */
export const dayOf = (milliseconds: number): string => formatMoment(milliseconds).slice(0, 10);

/** RFC 3339 §5.6, without leap seconds. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; NaN for any other text, and for a day that does not exist, which `Date.parse` moves to the next month. */
export function parseRfc3339(text: string): number {
  const day = text.slice(0, 10);
  const midnight = RFC_3339.test(text) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) ? Date.parse(text) : Number.NaN;
}
