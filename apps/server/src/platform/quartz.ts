import { Cron, type CronOptions } from 'croner';
import cronstrue from 'cronstrue';
import 'cronstrue/locales/zh_CN.js';

/** Fields of an expression in their order, as words and refusals name them. */
const cronFields = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const;
type CronField = (typeof cronFields)[number];

/** Why an expression is no schedule. */
export interface CronFault {
  /** `fields`: not six or seven; `days`: not exactly one `?` of day and weekday; `offset`: days before the last one; `field`: one of them. */
  fault: 'fields' | 'days' | 'offset' | 'field';
  field?: CronField;
}

/**
 * croner reads weekdays as Unix does unless told otherwise: without these five, `6L` is the last Saturday where Quartz means the last
 * Friday, and says nothing. Nobody else imports croner or cronstrue.
 */
const quartz: CronOptions = { mode: '6-or-7-parts', alternativeWeekdays: true, sloppyRanges: true, domAndDow: true, paused: true };

const DAY = 3;
const WEEK = 5;
/** A weekday that is none of 1 to 7, which croner takes for Sunday; what follows `#` and `/` is no weekday. */
const BEYOND_WEEK = /(?<![#/\d])(0|8|9|\d{2,})/;

/** Says what is wrong with a Quartz expression of 6 or 7 fields; undefined where nothing is. */
export function faultOf(expression: string): CronFault | undefined {
  const parts = partsOf(expression);
  if (parts.length !== 6 && parts.length !== 7) return { fault: 'fields' };
  if ((parts[DAY] === '?') === (parts[WEEK] === '?')) return { fault: 'days' };
  if (/L-/i.test(parts[DAY] ?? '')) return { fault: 'offset' };
  const whole = ['*', '*', '*', '*', '*', '?', '*'];
  for (const [place, part] of parts.entries()) {
    const alone = whole.with(place, part);
    if (place === WEEK && part !== '?') alone[DAY] = '?';
    const elsewhere = part === '?' && place !== DAY && place !== WEEK;
    if (elsewhere || (place === WEEK && BEYOND_WEEK.test(part)) || !reads(alone.join(' '))) {
      const field = cronFields[place];
      return { fault: 'field', ...(field && { field }) };
    }
  }
  return reads(parts.join(' ')) ? undefined : { fault: 'field' };
}

/** The next `count` instants after `from`; none where it never happens again. @throws for what `faultOf` finds at fault */
export const runsOf = (expression: string, timeZone: string, count: number, from = new Date()): Date[] =>
  new Cron(partsOf(expression).join(' '), { ...quartz, timezone: timeZone }).nextRuns(count, from);

/** The next instant after `from`; null where there is none. @throws for what `faultOf` finds at fault */
export const nextOf = (expression: string, timeZone: string, from = new Date()): Date | null =>
  runsOf(expression, timeZone, 1, from)[0] ?? null;

/** Seconds between two runs of one job, at least. */
export const SHORTEST_INTERVAL = 10;
/** Runs that are compared: times that repeat by the second, minute or hour are among them. */
const COMPARED = 100;

/** Whether two of the next runs are less than `SHORTEST_INTERVAL` apart. @throws for what `faultOf` finds at fault */
export const isTooOften = (expression: string, timeZone: string, from = new Date()): boolean =>
  runsOf(expression, timeZone, COMPARED, from).some(
    (run, index, runs) => index > 0 && run.getTime() - Number(runs[index - 1]) < SHORTEST_INTERVAL * 1000,
  );

/** The expression in words. @throws for what `faultOf` finds at fault */
export const wordsOf = (expression: string, language: 'zh-CN' | 'en-US'): string =>
  cronstrue
    .toString(partsOf(expression).join(' '), {
      locale: language === 'zh-CN' ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      dayOfWeekStartIndexZero: false,
      verbose: false,
    })
    // the library parts some Chinese words by blanks, and leaves none between words and some numbers
    .replace(/(?<=[\p{Script=Han},，])\s+(?=[\p{Script=Han}\d])/gu, '')
    .replace(/, *(?=\p{Script=Han})/gu, '，')
    .replace(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ')
    // a time alone leaves open on which days
    .replace(/^在 ([\d:]+)$/, '每天 $1')
    .replace(/^At ([\d:]+)$/, 'Every day at $1');

/** Tells whether the runtime knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const partsOf = (expression: string) => expression.trim().split(/\s+/);

function reads(expression: string) {
  try {
    new Cron(expression, quartz);
    return true;
  } catch {
    return false;
  }
}
