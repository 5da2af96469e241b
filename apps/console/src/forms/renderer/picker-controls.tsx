import type { Json } from '@suyuan/forms';
import { DatePicker, TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { dayjs } from '../../ui/day.ts';
import { keepInputOnBlur, keepRangeInputOnBlur } from '../../ui/day-input.tsx';
import { type ControlProps, commonProps, flagOf, numberOf, placeholderOf, textOf } from './control.ts';

const DATE_FORMAT = 'YYYY-MM-DD';
const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';
const MONTH_FORMAT = 'YYYY-MM';
const TIME_FORMAT = 'HH:mm:ss';

const parseDate = (value: Json | undefined, format: string): Dayjs | null => {
  if (typeof value !== 'string' || !value) return null;
  const moment = dayjs(value, format, true);
  return moment.isValid() ? moment : null;
};

/** ISO 8601 week, e.g. `2026-W05`. */
const weekText = (day: Dayjs) => `${day.isoWeekYear()}-W${String(day.isoWeek()).padStart(2, '0')}`;

/** Any day of a week as its Thursday, which is always in the ISO week year, so that `YYYY` is the year of the week. */
const displayWeek = (day: Dayjs, format: string | undefined) => (format ? day.isoWeekday(4).format(format) : weekText(day));

/** The Thursday of the week. */
function readWeek(value: Json | undefined): Dayjs | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (!year || !week) return null;
  return dayjs(`${year}-01-04`)
    .startOf('isoWeek')
    .add(Number(week) - 1, 'week')
    .add(3, 'day');
}

function disabledDateProps({ node }: ControlProps) {
  const [min, max] = [textOf(node, 'minDate'), textOf(node, 'maxDate')];
  if (!min && !max) return {};
  return { disabledDate: (day: Dayjs) => (min ? day.format(DATE_FORMAT) < min : false) || (max ? day.format(DATE_FORMAT) > max : false) };
}

const pickerProps = (control: ControlProps) => ({
  ...commonProps(control),
  className: 'w-full!',
  allowClear: flagOf(control.node, 'allowClear', true),
});

/** Display format. A date-time always shows its time. */
const formatOf = ({ node }: ControlProps, defaultFormat: string) => {
  const format = textOf(node, 'format');
  if (!format) return defaultFormat;
  return flagOf(node, 'showTime') && !/[hH]/.test(format) ? `${format} HH:mm` : format;
};

/** Invalid or out-of-range input stays as typed and produces an error. */
const typedInputProps = ({ value, onChange, onBlur }: ControlProps, wireFormat: string, format: string) =>
  keepInputOnBlur({ value, day: parseDate(value, wireFormat), format, wire: wireFormat, onChange, onBlur });

export const TimeControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const step = numberOf(node, 'minuteStep');
  return (
    <TimePicker
      {...pickerProps(control)}
      value={parseDate(value, TIME_FORMAT)}
      onChange={(moment) => onChange(moment?.format(TIME_FORMAT) ?? null)}
      format={formatOf(control, TIME_FORMAT)}
      placeholder={placeholderOf(node) ?? ''}
      needConfirm={false}
      {...(step && { minuteStep: step as 1 })}
      {...typedInputProps(control, TIME_FORMAT, formatOf(control, TIME_FORMAT))}
    />
  );
};

export const DateControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const hasTime = flagOf(node, 'showTime');
  const format = hasTime ? DATE_TIME_FORMAT : DATE_FORMAT;
  const displayFormat = formatOf(control, hasTime ? 'YYYY-MM-DD HH:mm' : DATE_FORMAT);
  return (
    <DatePicker
      {...pickerProps(control)}
      {...disabledDateProps(control)}
      value={parseDate(value, format)}
      onChange={(moment) => onChange(moment?.format(format) ?? null)}
      format={displayFormat}
      placeholder={placeholderOf(node) ?? ''}
      {...(hasTime && { showTime: true, needConfirm: false })}
      {...typedInputProps(control, format, displayFormat)}
    />
  );
};

export const MonthControl = (control: ControlProps) => (
  <DatePicker
    {...pickerProps(control)}
    picker="month"
    value={parseDate(control.value, MONTH_FORMAT)}
    onChange={(moment) => control.onChange(moment?.format(MONTH_FORMAT) ?? null)}
    format={formatOf(control, MONTH_FORMAT)}
    placeholder={placeholderOf(control.node) ?? ''}
    {...typedInputProps(control, MONTH_FORMAT, formatOf(control, MONTH_FORMAT))}
  />
);

export const WeekControl = (control: ControlProps) => (
  <DatePicker
    {...pickerProps(control)}
    picker="week"
    value={readWeek(control.value)}
    onChange={(moment) => control.onChange(moment ? weekText(moment) : null)}
    format={(moment) => displayWeek(moment, textOf(control.node, 'format'))}
    placeholder={placeholderOf(control.node) ?? ''}
  />
);

const placeholders = ({ placeholder }: ControlProps['node']): [string, string] | undefined =>
  Array.isArray(placeholder) ? placeholder : undefined;

/** Range props: the first input has the label's id, and both keep invalid input as typed. */
const rangeProps = (control: ControlProps, wireFormat: string, displayFormat: string) => {
  const { id, ...otherProps } = pickerProps(control);
  const placeholderPair = placeholders(control.node);
  const values = Array.isArray(control.value) ? control.value : [];
  const inputProps = keepRangeInputOnBlur({
    values,
    days: [parseDate(values[0], wireFormat), parseDate(values[1], wireFormat)],
    format: displayFormat,
    wire: wireFormat,
    onChange: (ends) => control.onChange(ends.some(Boolean) ? ends.map((end) => end ?? '') : null),
    onBlur: control.onBlur,
  });
  return {
    ...otherProps,
    id: { start: id, end: `${id}-end` },
    ...(placeholderPair && { placeholder: placeholderPair }),
    format: displayFormat,
    separator: textOf(control.node, 'separator') ?? '–',
    needConfirm: false,
    ...inputProps,
  };
};

export const RangeControl = (control: ControlProps) => {
  const hasTime = flagOf(control.node, 'showTime');
  const displayFormat = formatOf(control, hasTime ? 'YYYY-MM-DD HH:mm' : DATE_FORMAT);
  return (
    <DatePicker.RangePicker
      {...rangeProps(control, hasTime ? DATE_TIME_FORMAT : DATE_FORMAT, displayFormat)}
      {...disabledDateProps(control)}
      {...(hasTime && { showTime: true })}
    />
  );
};

export const TimeRangeControl = (control: ControlProps) => (
  <TimePicker.RangePicker {...rangeProps(control, TIME_FORMAT, formatOf(control, TIME_FORMAT))} />
);
