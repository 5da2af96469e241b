/** Formats of dates, times, months and weeks. Validation also requires that the date exists. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** `YYYY-MM-DD` of an existing day. */
export const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** `HH:mm:ss`. */
export const isTime = (text: unknown): text is string => typeof text === 'string' && TIME.test(text);

/** `YYYY-MM-DD HH:mm:ss`. */
export const isMoment = (text: unknown): text is string =>
  typeof text === 'string' && text[10] === ' ' && isDay(text.slice(0, 10)) && isTime(text.slice(11));

/** `YYYY-MM`. */
export const isMonth = (text: unknown): text is string => typeof text === 'string' && isDay(`${text}-01`);

/** `GGGG-Www` (ISO 8601) of a week that the year has. */
export function isWeek(text: unknown): text is string {
  const [, year, week] = (typeof text === 'string' && /^(\d{4})-W(\d{2})$/.exec(text)) || [];
  if (!year || !week) return false;
  // 28 December is always in the last week of a year (ISO 8601: week 1 contains 4 January).
  const last = new Date(Date.UTC(Number(year), 11, 28));
  const dayOfYear = (last.getTime() - Date.UTC(Number(year), 0, 1)) / 86_400_000 + 1;
  const weekday = last.getUTCDay() || 7;
  const weeks = Math.floor((dayOfYear - weekday + 10) / 7);
  return Number(week) >= 1 && Number(week) <= weeks;
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000);
