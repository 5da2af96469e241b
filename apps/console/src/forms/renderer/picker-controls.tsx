import type { Json } from '@suyuan/forms';
import { DatePicker, TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import isoWeek from 'dayjs/plugin/isoWeek';
import { dayjs } from '../../ui/day.ts';
import { keepTyped, keepTypedPair } from '../../ui/keep-typed.ts';
import { type ControlProps, common, flagOf, numberOf, placeholderOf, textOf } from './control.ts';

dayjs.extend(isoWeek);

const DAY = 'YYYY-MM-DD';
const MOMENT = 'YYYY-MM-DD HH:mm:ss';
const MONTH = 'YYYY-MM';
const TIME = 'HH:mm:ss';

const read = (value: Json | undefined, format: string): Dayjs | null => {
  if (typeof value !== 'string' || !value) return null;
  const moment = dayjs(value, format, true);
  return moment.isValid() ? moment : null;
};

/** ISO 8601 week, e.g. `2026-W05`. */
const weekText = (day: Dayjs) => `${day.isoWeekYear()}-W${String(day.isoWeek()).padStart(2, '0')}`;

/** The Thursday of the week, which is always in the ISO week year. */
function readWeek(value: Json | undefined): Dayjs | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (!year || !week) return null;
  return dayjs(`${year}-01-04`)
    .startOf('isoWeek')
    .add(Number(week) - 1, 'week')
    .add(3, 'day');
}

function outside({ node }: ControlProps) {
  const [min, max] = [textOf(node, 'minDate'), textOf(node, 'maxDate')];
  if (!min && !max) return {};
  return { disabledDate: (day: Dayjs) => (min ? day.format(DAY) < min : false) || (max ? day.format(DAY) > max : false) };
}

const shown = (control: ControlProps) => ({
  ...common(control),
  className: 'form-full',
  allowClear: flagOf(control.node, 'allowClear', true),
});

/** Display format. A date-time always shows its time. */
const formatOf = ({ node }: ControlProps, usual: string) => {
  const format = textOf(node, 'format');
  if (!format) return usual;
  return flagOf(node, 'showTime') && !/[hH]/.test(format) ? `${format} HH:mm` : format;
};

/** Invalid or out-of-range input stays as typed and produces an error. */
const typed = ({ value, onChange, onBlur }: ControlProps, wire: string, format: string) =>
  keepTyped({ value, day: read(value, wire), format, wire, onChange, onBlur });

export const TimeControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const step = numberOf(node, 'minuteStep');
  return (
    <TimePicker
      {...shown(control)}
      value={read(value, TIME)}
      onChange={(moment) => onChange(moment?.format(TIME) ?? null)}
      format={formatOf(control, TIME)}
      placeholder={placeholderOf(node) ?? ''}
      needConfirm={false}
      {...(step && { minuteStep: step as 1 })}
      {...typed(control, TIME, formatOf(control, TIME))}
    />
  );
};

export const DateControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const time = flagOf(node, 'showTime');
  const format = time ? MOMENT : DAY;
  const written = formatOf(control, time ? 'YYYY-MM-DD HH:mm' : DAY);
  return (
    <DatePicker
      {...shown(control)}
      {...outside(control)}
      value={read(value, format)}
      onChange={(moment) => onChange(moment?.format(format) ?? null)}
      format={written}
      placeholder={placeholderOf(node) ?? ''}
      {...(time && { showTime: true, needConfirm: false })}
      {...typed(control, format, written)}
    />
  );
};

export const MonthControl = (control: ControlProps) => (
  <DatePicker
    {...shown(control)}
    picker="month"
    value={read(control.value, MONTH)}
    onChange={(moment) => control.onChange(moment?.format(MONTH) ?? null)}
    format={formatOf(control, MONTH)}
    placeholder={placeholderOf(control.node) ?? ''}
    {...typed(control, MONTH, formatOf(control, MONTH))}
  />
);

export const WeekControl = (control: ControlProps) => (
  <DatePicker
    {...shown(control)}
    picker="week"
    value={readWeek(control.value)}
    onChange={(moment) => control.onChange(moment ? weekText(moment) : null)}
    format={(moment) => weekText(moment)}
    placeholder={placeholderOf(control.node) ?? ''}
  />
);

const placeholders = ({ placeholder }: ControlProps['node']): [string, string] | undefined =>
  Array.isArray(placeholder) ? placeholder : undefined;

/** Range props: the first input has the label's id, and both keep invalid input as typed. */
const pairProps = (control: ControlProps, wire: string, written: string) => {
  const { id, ...rest } = shown(control);
  const names = placeholders(control.node);
  const values = Array.isArray(control.value) ? control.value : [];
  const kept = keepTypedPair({
    values,
    days: [read(values[0], wire), read(values[1], wire)],
    format: written,
    wire,
    onChange: (ends) => control.onChange(ends.some(Boolean) ? ends.map((end) => end ?? '') : null),
    onBlur: control.onBlur,
  });
  return {
    ...rest,
    id: { start: id, end: `${id}-end` },
    ...(names && { placeholder: names }),
    format: written,
    separator: textOf(control.node, 'separator') ?? '–',
    needConfirm: false,
    ...kept,
  };
};

export const RangeControl = (control: ControlProps) => {
  const time = flagOf(control.node, 'showTime');
  const written = formatOf(control, time ? 'YYYY-MM-DD HH:mm' : DAY);
  return (
    <DatePicker.RangePicker {...pairProps(control, time ? MOMENT : DAY, written)} {...outside(control)} {...(time && { showTime: true })} />
  );
};

export const TimeRangeControl = (control: ControlProps) => (
  <TimePicker.RangePicker {...pairProps(control, TIME, formatOf(control, TIME))} />
);
