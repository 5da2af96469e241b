import type { Dayjs } from 'dayjs';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { isSaveShortcut } from '../data/save-key.ts';
import { dayjs } from './day.ts';
import { PickerInput } from './typed-box.tsx';

interface KeepInputOptions {
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

const components = { input: PickerInput };

/**
 * Props that keep typed input on blur and before a shortcut saves. A valid day or time is stored in API format, even if the picker does not
 * offer it. Other text such as 2026-02-30 is stored as typed and rejected by the field's rules. Cleared input clears the value.
 */
export function keepInputOnBlur({ value, day, format, wire, onChange, onBlur }: KeepInputOptions) {
  const rawInput = !day && typeof value === 'string' ? value : '';
  /** Returns whether the form received a new day or time. */
  const commitInput = (element: EventTarget): boolean => {
    const input = element as HTMLInputElement;
    if (input.tagName !== 'INPUT') return false; // a calendar cell
    const text = input.value.trim();
    if (text === (day?.format(format) ?? rawInput)) return false;
    const parsed = dayjs(text, format, true);
    onChange(parsed.isValid() ? parsed.format(wire) : text || null);
    return parsed.isValid();
  };
  return {
    components,
    // a hovered day must not replace the input
    previewValue: false as const,
    // a press in the calendar must not blur the input: the picked day replaces it
    onPanelMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...(rawInput && { 'data-typed': rawInput }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      // on Tab, a picker discards a day that it does not offer before the blur event
      const isCommitted = (event.key === 'Enter' || event.key === 'Tab' || isSaveShortcut(event)) && commitInput(event.target);
      // Enter stores the day first; only the next Enter submits the form
      if (isCommitted && event.key === 'Enter') event.preventDefault();
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      commitInput(event.target);
      onBlur?.(event);
    },
  };
}

/** Null if empty. */
type RangeEnd = string | null;
type RangeDays = readonly [Dayjs | null, Dayjs | null];

interface KeepRangeInputOptions extends Pick<KeepInputOptions, 'format' | 'wire' | 'onBlur'> {
  values: readonly unknown[];
  days: RangeDays;
  onChange: (range: [RangeEnd, RangeEnd]) => void;
}

/** `keepTyped` for a range with optional ends. Input is stored when its end is blurred; `onBlur` is called when both are left. */
export function keepRangeInputOnBlur({ values, days, format, wire, onChange, onBlur }: KeepRangeInputOptions) {
  const rawInputAt = (at: number) => (typeof values[at] === 'string' && values[at]) || null;
  const endProps = (at: 0 | 1, toRange: (text: RangeEnd) => [RangeEnd, RangeEnd]) =>
    keepInputOnBlur({ value: rawInputAt(at), day: days[at], format, wire, onChange: (text) => onChange(toRange(text)) });
  const [startProps, endInputProps] = [endProps(0, (text) => [text, rawInputAt(1)]), endProps(1, (text) => [rawInputAt(0), text])];
  const propsOf = (input: EventTarget) => ((input as HTMLElement).getAttribute('date-range') === 'end' ? endInputProps : startProps);
  const endValue = (dates: RangeDays, at: 0 | 1) => dates[at]?.format(wire) ?? (days[at] ? null : rawInputAt(at));
  return {
    ...startProps,
    'data-typed-end': endInputProps['data-typed'],
    value: [days[0], days[1]] as [Dayjs | null, Dayjs | null],
    allowEmpty: [true, true] as [boolean, boolean],
    onChange: (dates: RangeDays | null) => onChange(dates ? [endValue(dates, 0), endValue(dates, 1)] : [null, null]),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => propsOf(event.target).onKeyDown(event),
    onBlur(event: FocusEvent<HTMLElement>) {
      propsOf(event.target).onBlur(event);
      if (!event.target.closest('.ant-picker')?.contains(event.relatedTarget)) onBlur?.(event);
    },
  };
}
