import { timeText } from './clock.ts';

/** Bounds of second, minute, hour, day, month, weekday (1 is Sunday) and year. */
const RANGES: [number, number][] = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [1, 7],
  [1970, 2099],
];
const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const WILD = /^[*?]$/;

/** Allowed values of a field, or undefined when it is invalid. `L`, `W` and `#` allow every value. */
function valuesOf(field: string, index: number): Set<number> | undefined {
  const [low, high] = RANGES[index] as [number, number];
  const values = new Set<number>();
  for (const part of field.toUpperCase().split(',')) {
    const text = index === 5 ? part.replace(/[A-Z]{3}/g, (name) => String(NAMES.indexOf(name) + 1)) : part;
    const [, from = '', to, step] = /^(\*|\?|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(text) ?? [];
    const isSpecial = (index === 3 && /^(LW?|\d+W)$/.test(text)) || (index === 5 && /^\d?L$|^\d#\d$/.test(text));
    if (!from && !isSpecial) return undefined;
    const start = !from || WILD.test(from) ? low : Number(from);
    const end = to ? Number(to) : WILD.test(from) || !from || step ? high : start;
    if (start < low || end > high) return undefined;
    for (let value = start; value <= end; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

function fieldsOf(expression: string): Set<number>[] | undefined {
  const texts = expression.trim().split(/\s+/);
  const marks = [texts[3], texts[5]].filter((text) => text === '?').length;
  if (texts.length < 6 || texts.length > 7 || marks !== 1) return undefined;
  const fields = texts.map(valuesOf);
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

export const isCron = (expression: string) => fieldsOf(expression) !== undefined;

const DAY = 86_400_000;

/** Next time within five years, or null. */
export function nextTime(expression: string): string | null {
  const [seconds, minutes, hours, days, months, weekdays, years] = fieldsOf(expression) ?? [];
  if (!seconds || !minutes || !hours || !days || !months || !weekdays) return null;
  const now = Date.now() + 8 * 3_600_000;
  for (let day = now - (now % DAY); day < now + 5 * 366 * DAY; day += DAY) {
    const date = new Date(day);
    const matchesDay = days.has(date.getUTCDate()) && months.has(date.getUTCMonth() + 1) && weekdays.has(date.getUTCDay() + 1);
    if (!matchesDay || (years && !years.has(date.getUTCFullYear()))) continue;
    for (const hour of hours)
      for (const minute of minutes)
        for (const second of seconds) {
          const at = day + hour * 3_600_000 + minute * 60_000 + second * 1000;
          if (at > now) return timeText(at - 8 * 3_600_000);
        }
  }
  return null;
}
