import { dateFault, monthFault, rangeFault, timeFault, timeRangeFault, weekFault } from './answer-faults.ts';
import { answerSettings, clearableProps, controlProps, day, field, flag, line, integer } from './props.ts';

const pickerSettings = [...answerSettings, 'placeholder'];
const dateLimits = { minDate: day(), maxDate: day() };
const formatProps = { format: line('look', 40) };

export const pickers = [
  field({
    type: 'time',
    group: 'pickers',
    icon: 'ClockCircleOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'HH:mm:ss' } }),
    shares: pickerSettings,
    props: { ...formatProps, minuteStep: integer(1, 30), ...clearableProps, ...controlProps },
    fault: timeFault,
  }),
  field({
    type: 'date',
    group: 'pickers',
    icon: 'CalendarOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM-DD' } }),
    shares: pickerSettings,
    props: { showTime: flag(), ...formatProps, ...dateLimits, ...clearableProps, ...controlProps },
    fault: dateFault,
  }),
  field({
    type: 'month',
    group: 'pickers',
    icon: 'ScheduleOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM' } }),
    shares: pickerSettings,
    props: { ...formatProps, ...clearableProps, ...controlProps },
    fault: monthFault,
  }),
  field({
    type: 'week',
    group: 'pickers',
    icon: 'ProfileOutlined',
    answer: 'text',
    placeholder: 'choose',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-wo' } }),
    shares: pickerSettings,
    props: { ...formatProps, ...clearableProps, ...controlProps },
    fault: weekFault,
  }),
  field({
    type: 'range',
    group: 'pickers',
    icon: 'ColumnWidthOutlined',
    answer: 'pair',
    placeholder: 'pair',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'YYYY-MM-DD' } }),
    shares: pickerSettings,
    props: { showTime: flag(), ...formatProps, separator: line('look', 5), ...dateLimits, ...clearableProps, ...controlProps },
    fault: rangeFault,
  }),
  field({
    type: 'time-range',
    group: 'pickers',
    icon: 'FieldTimeOutlined',
    answer: 'pair',
    placeholder: 'pair',
    fresh: () => ({ span: 24, props: { allowClear: true, format: 'HH:mm:ss' } }),
    shares: pickerSettings,
    props: { ...formatProps, separator: line('look', 5), ...clearableProps, ...controlProps },
    fault: timeRangeFault,
  }),
];
