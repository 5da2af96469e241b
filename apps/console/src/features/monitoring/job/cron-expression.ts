export type CronPart =
  | { mode: 'every' | 'unset' | 'last' | 'lastWeekday' | 'blank' }
  | { mode: 'range'; from: number; to: number }
  | { mode: 'step'; from: number; every: number }
  | { mode: 'some'; values: number[] }
  | { mode: 'nearest'; day: number }
  | { mode: 'nth'; week: number; no: number }
  | { mode: 'lastOf'; week: number }
  /** Typed text that the builder cannot represent. */
  | { mode: 'raw'; text: string };

export type CronMode = CronPart['mode'];

interface CronFieldSpec {
  name: 'second' | 'minute' | 'hour' | 'day' | 'month' | 'week' | 'year';
  min: number;
  max: number;
  modes: readonly CronMode[];
}

const basicModes = ['every', 'range', 'step', 'some'] as const;

/** Fields in Quartz's order, with their ranges; weekdays start at 1, Sunday. */
export const cronFields: readonly CronFieldSpec[] = [
  { name: 'second', min: 0, max: 59, modes: basicModes },
  { name: 'minute', min: 0, max: 59, modes: basicModes },
  { name: 'hour', min: 0, max: 23, modes: basicModes },
  { name: 'day', min: 1, max: 31, modes: [...basicModes, 'unset', 'last', 'lastWeekday', 'nearest'] },
  { name: 'month', min: 1, max: 12, modes: basicModes },
  { name: 'week', min: 1, max: 7, modes: [...basicModes.filter((mode) => mode !== 'step'), 'unset', 'nth', 'lastOf'] },
  { name: 'year', min: 2026, max: 2099, modes: ['blank', ...basicModes] },
];

const DAY_INDEX = 3;
const WEEK_INDEX = 5;
const YEAR_INDEX = 6;

const patterns: [RegExp, (numbers: number[]) => CronPart][] = [
  [/^\*$/, () => ({ mode: 'every' })],
  [/^\?$/, () => ({ mode: 'unset' })],
  [/^$/, () => ({ mode: 'blank' })],
  [/^L$/i, () => ({ mode: 'last' })],
  [/^LW$/i, () => ({ mode: 'lastWeekday' })],
  [/^(\d+)-(\d+)$/, ([from = 0, to = 0]) => ({ mode: 'range', from, to })],
  [/^(\d+)\/(\d+)$/, ([from = 0, every = 1]) => ({ mode: 'step', from, every })],
  [/^(\d+)W$/i, ([day = 1]) => ({ mode: 'nearest', day })],
  [/^(\d+)#(\d+)$/, ([week = 1, no = 1]) => ({ mode: 'nth', week, no })],
  [/^(\d+)L$/i, ([week = 1]) => ({ mode: 'lastOf', week })],
];

/** Parses the field at `fieldIndex`; invalid or unsupported text becomes `raw`. */
export function parsePart(text: string, fieldIndex: number): CronPart {
  const { modes, min, max } = cronFields[fieldIndex] as CronFieldSpec;
  const isAllowed = (part: CronPart) => modes.includes(part.mode) && numbersOf(part).every((number) => number >= min && number <= max);
  for (const [pattern, toPart] of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const part = toPart(match.slice(1).map(Number));
    return isAllowed(part) ? part : { mode: 'raw', text };
  }
  if (!/^\d+(,\d+)*$/.test(text)) return { mode: 'raw', text };
  const listPart: CronPart = { mode: 'some', values: text.split(',').map(Number) };
  return isAllowed(listPart) ? listPart : { mode: 'raw', text };
}

const numbersOf = (part: CronPart) =>
  part.mode === 'range' ? [part.from, part.to] : part.mode === 'some' ? part.values : part.mode === 'step' ? [part.from] : [];

export function partText(part: CronPart): string {
  switch (part.mode) {
    case 'every':
      return '*';
    case 'unset':
      return '?';
    case 'blank':
      return '';
    case 'last':
      return 'L';
    case 'lastWeekday':
      return 'LW';
    case 'range':
      return `${part.from}-${part.to}`;
    case 'step':
      return `${part.from}/${part.every}`;
    case 'some':
      return part.values.join(',');
    case 'nearest':
      return `${part.day}W`;
    case 'nth':
      return `${part.week}#${part.no}`;
    case 'lastOf':
      return `${part.week}L`;
    case 'raw':
      return part.text;
  }
}

/** The seven fields of an expression; missing ones default to every second of every day. */
export function parseCron(expression: string): CronPart[] {
  const texts = expression.trim().split(/\s+/).filter(Boolean);
  const blank = ['*', '*', '*', '*', '*', '?', ''];
  return cronFields.map((_, fieldIndex) => parsePart(texts[fieldIndex] ?? blank[fieldIndex] ?? '', fieldIndex));
}

export const cronText = (parts: readonly CronPart[]): string => parts.map(partText).join(' ').trim();

/** Replaces one field. Of day and weekday exactly one is unspecified: setting one clears the other. */
export function withPart(parts: readonly CronPart[], fieldIndex: number, part: CronPart): CronPart[] {
  const next = parts.with(fieldIndex, part);
  const otherIndex = fieldIndex === DAY_INDEX ? WEEK_INDEX : fieldIndex === WEEK_INDEX ? DAY_INDEX : undefined;
  if (otherIndex === undefined) return next;
  if (part.mode !== 'unset') return next.with(otherIndex, { mode: 'unset' });
  return next[otherIndex]?.mode === 'unset' ? next.with(otherIndex, { mode: 'every' }) : next;
}

/** Initial value of a mode in a field. */
export function defaultPart(mode: CronMode, fieldIndex: number, previous: CronPart): CronPart {
  const { min, max } = cronFields[fieldIndex] as CronFieldSpec;
  switch (mode) {
    case 'range':
      return { mode, from: min, to: Math.min(max, fieldIndex === YEAR_INDEX ? min + 1 : max) };
    case 'step':
      return { mode, from: min, every: 1 };
    case 'some':
      return { mode, values: [min] };
    case 'nearest':
      return { mode, day: 1 };
    case 'nth':
      return { mode, week: 2, no: 1 };
    case 'lastOf':
      return { mode, week: 6 };
    case 'raw':
      return { mode, text: partText(previous) };
    default:
      return { mode };
  }
}
