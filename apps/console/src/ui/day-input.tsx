import { DatePicker, type DatePickerProps } from 'antd';
import type { FocusEvent } from 'react';
import { dayjs, dayOf } from './day.ts';
import { keepTyped } from './keep-typed.ts';

interface DayInputProps extends Pick<DatePickerProps, 'placeholder' | 'minDate' | 'className'> {
  id?: string;
  /** API format, or the raw input if it is not a date. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: (event: FocusEvent) => void;
}

const DAY = 'YYYY-MM-DD';
const MOMENT = 'YYYY-MM-DD HH:mm:ss';
const MINUTE = 'YYYY-MM-DD HH:mm';

export function DayInput({ value, onChange = () => {}, onBlur, className = 'day-input', ...rest }: DayInputProps) {
  const day = dayOf(value);
  return (
    <DatePicker
      {...rest}
      className={className}
      value={day ?? null}
      onChange={(picked) => onChange(picked?.format(DAY) ?? null)}
      {...keepTyped({ value, day, format: DAY, wire: DAY, onChange, onBlur })}
    />
  );
}

/** Input is to the minute. */
export function MomentInput({ value, onChange = () => {}, onBlur, className = 'day-input', ...rest }: DayInputProps) {
  const read = dayjs(value ?? '', MOMENT, true);
  const moment = read.isValid() ? read : null;
  return (
    <DatePicker
      placeholder={MINUTE}
      {...rest}
      showTime={{ format: 'HH:mm' }}
      needConfirm={false}
      format={MINUTE}
      className={className}
      value={moment}
      onChange={(picked) => onChange(picked?.format('YYYY-MM-DD HH:mm:00') ?? null)}
      {...keepTyped({ value, day: moment, format: MINUTE, wire: MOMENT, onChange, onBlur })}
    />
  );
}
