import { DatePicker, type DatePickerProps } from 'antd';
import type { FocusEvent } from 'react';
import { dayjs, parseDay } from './day.ts';
import { keepInputOnBlur } from './keep-typed.ts';

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

export function DayInput({ value, onChange = () => {}, onBlur, className = 'day-input', ...rest }: DayInputProps) {
  const day = parseDay(value);
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
export function DateTimeInput({ value, onChange = () => {}, onBlur, className = 'day-input', ...rest }: DayInputProps) {
  const parsed = dayjs(value ?? '', DATE_TIME_FORMAT, true);
  const dateTime = parsed.isValid() ? parsed : null;
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
