import { Cron, type CronOptions } from 'croner';
import cronstrue from 'cronstrue';
import 'cronstrue/locales/zh_CN.js';

const cronFields = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const;
type CronField = (typeof cronFields)[number];

export interface CronFault {
  /** `fields`: not six or seven; `days`: not exactly one `?` in day and weekday; `offset`: days before the last; `field`: the named one. */
  fault: 'fields' | 'days' | 'offset' | 'field';
  field?: CronField;
}

/**
 * Options that make croner count weekdays like Quartz: otherwise `6L` is the last Saturday instead of the last Friday. No other module
 * imports croner or cronstrue.
 */
const quartz: CronOptions = { mode: '6-or-7-parts', alternativeWeekdays: true, sloppyRanges: true, domAndDow: true, paused: true };

const DAY = 3;
const WEEK = 5;
/** A weekday outside 1 to 7, which croner reads as Sunday. Numbers after `#` and `/` are not weekdays. */
const BEYOND_WEEK = /(?<![#/\d])(0|8|9|\d{2,})/;

/** Validates a Quartz expression of 6 or 7 fields; undefined: valid. */
export function faultOf(expression: string): CronFault | undefined {
  const parts = partsOf(expression);
  if (parts.length !== 6 && parts.length !== 7) return { fault: 'fields' };
  if ((parts[DAY] === '?') === (parts[WEEK] === '?')) return { fault: 'days' };
  if (/L-/i.test(parts[DAY] ?? '')) return { fault: 'offset' };
  const everyFields = ['*', '*', '*', '*', '*', '?', '*'];
  for (const [place, part] of parts.entries()) {
    const fieldAlone = everyFields.with(place, part);
    if (place === WEEK && part !== '?') fieldAlone[DAY] = '?';
    const isMisplaced = part === '?' && place !== DAY && place !== WEEK;
    if (isMisplaced || (place === WEEK && BEYOND_WEEK.test(part)) || !isParsable(fieldAlone.join(' '))) {
      const field = cronFields[place];
      return { fault: 'field', ...(field && { field }) };
    }
  }
  return isParsable(parts.join(' ')) ? undefined : { fault: 'field' };
}

/**
 * The next `count` instants after `from`; fewer if the schedule ends.
 * @throws for what `faultOf` finds at fault
 */
export const runsOf = (expression: string, timeZone: string, count: number, from = new Date()): Date[] =>
  new Cron(partsOf(expression).join(' '), { ...quartz, timezone: timeZone }).nextRuns(count, from);

/**
 * The next instant after `from`; null where there is none.
 * @throws for what `faultOf` finds at fault
 */
export const nextOf = (expression: string, timeZone: string, from = new Date()): Date | null =>
  runsOf(expression, timeZone, 1, from)[0] ?? null;

/** Minimum seconds between two runs of a job. */
export const SHORTEST_INTERVAL = 10;
/** Number of runs compared; enough to cover repetition by second, minute or hour. */
const COMPARED_RUNS = 100;

/**
 * Whether two of the next runs are less than `SHORTEST_INTERVAL` apart.
 * @throws for what `faultOf` finds at fault
 */
export const isTooOften = (expression: string, timeZone: string): boolean =>
  runsOf(expression, timeZone, COMPARED_RUNS).some(
    (run, index, runs) => index > 0 && run.getTime() - Number(runs[index - 1]) < SHORTEST_INTERVAL * 1000,
  );

/**
 * The expression in words.
 * @throws for what `faultOf` finds at fault
 */
export const describeCron = (expression: string, language: 'zh-CN' | 'en-US'): string =>
  cronstrue
    .toString(partsOf(expression).join(' '), {
      locale: language === 'zh-CN' ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      dayOfWeekStartIndexZero: false,
      verbose: false,
    })
    // the library separates some Chinese words by spaces, and omits spaces around some numbers
    .replace(/(?<=[\p{Script=Han},，])\s+(?=[\p{Script=Han}\d])/gu, '')
    .replace(/, *(?=\p{Script=Han})/gu, '，')
    .replace(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ')
    // a time alone does not say on which days
    .replace(/^在 ([\d:]+)$/, '每天 $1')
    .replace(/^At ([\d:]+)$/, 'Every day at $1');

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const partsOf = (expression: string) => expression.trim().split(/\s+/);

function isParsable(expression: string) {
  try {
    new Cron(expression, quartz);
    return true;
  } catch {
    return false;
  }
}
