/** RFC 3339 §5.6, without leap seconds. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; NaN for any other text, and for a day that does not exist, which `Date.parse` moves to the next month. */
export function parseRfc3339(text: string): number {
  const day = text.slice(0, 10);
  const midnight = RFC_3339.test(text) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) ? Date.parse(text) : Number.NaN;
}
