import type { Dayjs } from 'dayjs';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isSaveKey } from '../data/save-key.ts';
import { dayjs } from './day.ts';
import { TypedBox } from './typed-box.tsx';

interface Typed {
  /** What the form holds: a day or time of the wire, or what was typed in its place. */
  value: unknown;
  /** What the picker shows of it; none where it is no day or time. */
  day: Dayjs | null | undefined;
  /** How it is shown, and so typed. */
  format: string;
  /** How the form holds it. */
  wire: string;
  onChange: (value: string | null) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
}

const components = { input: TypedBox };

/**
 * What a picker needs so that nothing typed is lost, on leaving it and before a key saves: a day or time goes to the form as the wire
 * writes it, also where the picker would not offer it; any other text, such as 2026-02-30, as it stands, whose rules refuse it in words;
 * a text that was taken out takes the value with it.
 */
export function keepTyped({ value, day, format, wire, onChange, onBlur }: Typed) {
  const held = !day && typeof value === 'string' ? value : '';
  /** Whether a day or time was taken that the form did not hold. */
  const handOver = (left: EventTarget): boolean => {
    const box = left as HTMLInputElement;
    if (box.tagName !== 'INPUT') return false; // a cell of the calendar
    const text = box.value.trim();
    if (text === (day?.format(format) ?? held)) return false;
    const read = dayjs(text, format, true);
    onChange(read.isValid() ? read.format(wire) : text || null);
    return read.isValid();
  };
  return {
    components,
    // a day that is only pointed at must not stand in for what was typed
    previewValue: false as const,
    // nor is the box left for its own calendar, where a day is picked in place of what was typed
    onPanelMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...(held && { 'data-typed': held }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // by Tab a picker takes back a day that it does not offer before its box is left
      const taken = (event.key === 'Enter' || event.key === 'Tab' || isSaveKey(event)) && handOver(event.target);
      // it takes the day, and sends the form only where nothing was left to take
      if (taken && event.key === 'Enter') event.preventDefault();
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      handOver(event.target);
      onBlur?.(event);
    },
  };
}

/** What the form holds of one end of a pair; null where it is empty. */
type End = string | null;
type Days = readonly [Dayjs | null, Dayjs | null];

interface TypedPair extends Pick<Typed, 'format' | 'wire' | 'onBlur'> {
  values: readonly unknown[];
  /** What the picker shows of them. */
  days: Days;
  onChange: (ends: [End, End]) => void;
}

/**
 * The same for a picker of two ends, each of which may stay open: what is typed into one is handed over when its box is left, beside
 * what the form holds of the other. `onBlur` hears only of leaving both.
 */
export function keepTypedPair({ values, days, format, wire, onChange, onBlur }: TypedPair) {
  const held = (at: number) => (typeof values[at] === 'string' && values[at]) || null;
  const kept = (at: 0 | 1, pair: (text: End) => [End, End]) =>
    keepTyped({ value: held(at), day: days[at], format, wire, onChange: (text) => onChange(pair(text)) });
  const [first, last] = [kept(0, (text) => [text, held(1)]), kept(1, (text) => [held(0), text])];
  const boxOf = (box: EventTarget) => ((box as HTMLElement).getAttribute('date-range') === 'end' ? last : first);
  const taken = (picked: Days, at: 0 | 1) => picked[at]?.format(wire) ?? (days[at] ? null : held(at));
  return {
    ...first,
    'data-typed-end': last['data-typed'],
    value: [days[0], days[1]] as [Dayjs | null, Dayjs | null],
    allowEmpty: [true, true] as [boolean, boolean],
    onChange: (picked: Days | null) => onChange(picked ? [taken(picked, 0), taken(picked, 1)] : [null, null]),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => boxOf(event.target).onKeyDown(event),
    onBlur(event: FocusEvent<HTMLElement>) {
      boxOf(event.target).onBlur(event);
      if (!event.target.closest('.ant-picker')?.contains(event.relatedTarget)) onBlur?.(event);
    },
  };
}
