import type { Dayjs } from 'dayjs';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isSaveKey } from '../data/save-key.ts';
import { dayjs } from './day.ts';
import { TypedBox } from './typed-box.tsx';

interface Typed {
  /** Form value: a day or time in API format, or the raw input. */
  value: unknown;
  /** Value of the picker; none if the form value is not a day or time. */
  day: Dayjs | null | undefined;
  format: string;
  /** API format. */
  wire: string;
  onChange: (value: string | null) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
}

const components = { input: TypedBox };

/**
 * Props that keep typed input on blur and before a shortcut saves. A valid day or time is stored in API format, even if the picker does not
 * offer it. Other text such as 2026-02-30 is stored as typed and rejected by the field's rules. Cleared input clears the value.
 */
export function keepTyped({ value, day, format, wire, onChange, onBlur }: Typed) {
  const held = !day && typeof value === 'string' ? value : '';
  /** Returns whether the form received a new day or time. */
  const handOver = (left: EventTarget): boolean => {
    const box = left as HTMLInputElement;
    if (box.tagName !== 'INPUT') return false; // a calendar cell
    const text = box.value.trim();
    if (text === (day?.format(format) ?? held)) return false;
    const read = dayjs(text, format, true);
    onChange(read.isValid() ? read.format(wire) : text || null);
    return read.isValid();
  };
  return {
    components,
    // a hovered day must not replace the input
    previewValue: false as const,
    // a press in the calendar must not blur the input: the picked day replaces it
    onPanelMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...(held && { 'data-typed': held }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // on Tab, a picker discards a day that it does not offer before the blur event
      const taken = (event.key === 'Enter' || event.key === 'Tab' || isSaveKey(event)) && handOver(event.target);
      // Enter stores the day first; only the next Enter submits the form
      if (taken && event.key === 'Enter') event.preventDefault();
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      handOver(event.target);
      onBlur?.(event);
    },
  };
}

/** Null if empty. */
type End = string | null;
type Days = readonly [Dayjs | null, Dayjs | null];

interface TypedPair extends Pick<Typed, 'format' | 'wire' | 'onBlur'> {
  values: readonly unknown[];
  days: Days;
  onChange: (ends: [End, End]) => void;
}

/** `keepTyped` for a range with optional ends. Input is stored when its end is blurred; `onBlur` is called when both are left. */
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
