import { dateFault, monthFault, rangeFault, timeFault, timeRangeFault, weekFault } from './answer-faults.ts';
import { answers, clearable, control, day, field, flag, line, whole } from './props.ts';

const placed = [...answers, 'placeholder'];
const within = { minDate: day(), maxDate: day() };
const format = { format: line('look', 40) };

export const pickers = [
  field({
    type: 'time',
    group: 'pickers',
    icon: 'ClockCircleOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'HH:mm:ss' } }),
    shares: placed,
    props: { ...format, minuteStep: whole(1, 30), ...clearable, ...control },
    fault: timeFault,
  }),
  field({
    type: 'date',
    group: 'pickers',
    icon: 'CalendarOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM-DD' } }),
    shares: placed,
    props: { showTime: flag(), ...format, ...within, ...clearable, ...control },
    fault: dateFault,
  }),
  field({
    type: 'month',
    group: 'pickers',
    icon: 'ScheduleOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM' } }),
    shares: placed,
    props: { ...format, ...clearable, ...control },
    fault: monthFault,
  }),
  field({
    type: 'week',
    group: 'pickers',
    icon: 'ProfileOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-wo' } }),
    shares: placed,
    props: { ...format, ...clearable, ...control },
    fault: weekFault,
  }),
  field({
    type: 'range',
    group: 'pickers',
    icon: 'ColumnWidthOutlined',
    answer: 'pair',
    placeholder: 'pair',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM-DD' } }),
    shares: placed,
    props: { showTime: flag(), ...format, separator: line('look', 5), ...within, ...clearable, ...control },
    fault: rangeFault,
  }),
  field({
    type: 'time-range',
    group: 'pickers',
    icon: 'FieldTimeOutlined',
    answer: 'pair',
    placeholder: 'pair',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'HH:mm:ss' } }),
    shares: placed,
    props: { ...format, separator: line('look', 5), ...clearable, ...control },
    fault: timeRangeFault,
  }),
];
