import { DatePicker, type DatePickerProps } from 'antd';
import type { Dayjs } from 'dayjs';
import { type FocusEvent, type InputHTMLAttributes, type KeyboardEvent, type MouseEvent, type Ref, useMemo, useState } from 'react';
import { isSaveShortcut } from '../data/form-editing.ts';
import { dayjs, parseDay } from './day.ts';

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

/** `keepInputOnBlur` for a range with optional ends. Input is stored when its end is blurred; `onBlur` is called when both are left. */
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

interface PickerInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  /** Form value that the picker cannot show; of a range, that of the first end. */
  'data-typed'?: string;
  'data-typed-end'?: string;
  'date-range'?: 'start' | 'end';
}

/** Also shows invalid text, so that it can be corrected, and ignores surrounding blanks. */
function PickerInput({ value = '', onChange, onBlur, 'data-typed': startText, 'data-typed-end': endText, ...rest }: PickerInputProps) {
  const [draft, setDraft] = useState<string>();
  const rawText = rest['date-range'] === 'end' ? endText : startText;
  return (
    <input
      {...rest}
      value={draft?.trim() === value ? draft : value || rawText || ''}
      onChange={({ target }) => {
        setDraft(target.value);
        onChange?.({ target: { value: target.value.trim() } });
      }}
      onBlur={(event) => {
        setDraft(undefined);
        onBlur?.(event);
      }}
    />
  );
}

interface DayInputProps extends Pick<DatePickerProps, 'placeholder' | 'minDate' | 'className'> {
  id?: string;
  /** API format, or the raw input if it is not a date. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: (event: FocusEvent) => void;
}

const DATE_FORMAT = 'YYYY-MM-DD';
const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';
const MINUTE_FORMAT = 'YYYY-MM-DD HH:mm';

export function DayInput({ value, onChange = () => {}, onBlur, className = 'w-full!', ...rest }: DayInputProps) {
  // a picker discards what is being typed if it gets a new object
  const day = useMemo(() => parseDay(value), [value]);
  return (
    <DatePicker
      {...rest}
      className={className}
      value={day ?? null}
      onChange={(date) => onChange(date?.format(DATE_FORMAT) ?? null)}
      {...keepInputOnBlur({ value, day, format: DATE_FORMAT, wire: DATE_FORMAT, onChange, onBlur })}
    />
  );
}

/** Input is to the minute. */
export function DateTimeInput({ value, onChange = () => {}, onBlur, className = 'w-full!', ...rest }: DayInputProps) {
  const dateTime = useMemo(() => {
    const parsed = dayjs(value ?? '', DATE_TIME_FORMAT, true);
    return parsed.isValid() ? parsed : null;
  }, [value]);
  return (
    <DatePicker
      placeholder={MINUTE_FORMAT}
      {...rest}
      showTime={{ format: 'HH:mm' }}
      needConfirm={false}
      format={MINUTE_FORMAT}
      className={className}
      value={dateTime}
      onChange={(date) => onChange(date?.format('YYYY-MM-DD HH:mm:00') ?? null)}
      {...keepInputOnBlur({ value, day: dateTime, format: MINUTE_FORMAT, wire: DATE_TIME_FORMAT, onChange, onBlur })}
    />
  );
}
