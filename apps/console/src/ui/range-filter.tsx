import { Moment } from '@suyuan/contract';
import { DatePicker, Form, Space } from 'antd';
import { addDateRange, rangeFieldNames } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { dayjs } from './day.ts';
import { keepRangeInputOnBlur } from './day-input.tsx';
import { NumberFormItem } from './number-form-item.tsx';
import { parseNumber } from './number-format.ts';

interface RangeFilterProps {
  label: string;
  /** Prefix of `BeginTime` and `EndTime`, e.g. `made`; without one the creation time. */
  prefix?: string;
  /** Range that applies while the filter is empty; it is displayed. */
  effective?: { from: string; to: string } | undefined;
}

/** Filter by a date range, both ends included: `<RangeFilter prefix="made" label={…} />`. Invalid input stays visible and is rejected. */
export function RangeFilter({ label, prefix, effective }: RangeFilterProps) {
  const [begin, end] = rangeFieldNames(prefix);
  const t = useTranslations();
  const form = Form.useFormInstance();
  const [beginInput, endInput] = [Form.useWatch(begin, form) as string | undefined, Form.useWatch(end, form) as string | undefined];
  const [from, to] = beginInput || endInput ? [beginInput, endInput] : [effective?.from, effective?.to];
  const invalidInput = (text: string | undefined) => (text && !parseDayPart(text) ? text : undefined);
  const invalidText = invalidInput(from) ?? invalidInput(to);
  const pickerProps = keepRangeInputOnBlur({
    values: [from, to],
    days: [parseDayPart(from), parseDayPart(to)],
    format: DAY,
    wire: DAY,
    onChange: (range) =>
      form.setFieldsValue(
        addDateRange(
          {},
          range.map((text) => text ?? undefined),
          prefix,
        ),
      ),
  });
  const id = `${begin}-range`;
  return (
    <>
      <HiddenItem name={begin} />
      <HiddenItem name={end} />
      <Form.Item label={label} htmlFor={id} {...(invalidText && { validateStatus: 'error', help: t('issue.day', { field: label }) })}>
        <DatePicker.RangePicker
          id={id}
          {...pickerProps}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault(); // Enter stores the day, but does not apply the filters
          }}
        />
      </Form.Item>
    </>
  );
}

const DAY = 'YYYY-MM-DD';

/** Day of a filter in the URL; null if the text is neither a day nor a time. */
function parseDayPart(text = '') {
  const moment = Moment.safeParse(text).data;
  return moment ? dayjs(moment.slice(0, 10)) : null;
}

const HiddenItem = ({ name }: { name: string }) => (
  <Form.Item
    name={name}
    hidden
    noStyle
    rules={[
      { validator: (_, text: string | undefined) => (!text || parseDayPart(text) ? Promise.resolve() : Promise.reject(new Error(text))) },
    ]}
  >
    <input type="hidden" />
  </Form.Item>
);

interface NumberRangeProps {
  label: string;
  /** Filters of the two ends, both inclusive. */
  from: string;
  to: string;
  min?: number;
}

/** Both ends are optional. */
export function NumberRange({ label, from, to, min = 0 }: NumberRangeProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const lowerEnd = parseNumber(String(Form.useWatch(from, form) ?? ''));
  const renderEnd = (name: string, bound: 'least' | 'most', minValue: number) => (
    <NumberFormItem
      name={name}
      noStyle
      min={minValue}
      controls={false}
      title={t(`kit.range.${bound}Of`, { field: label })}
      placeholder={t(`kit.range.${bound}`)}
      aria-label={`${label} ${t(`kit.range.${bound}`)}`}
      {...(bound === 'most' && { dependencies: [from] })}
    />
  );
  return (
    <Form.Item label={label}>
      <Space.Compact block>
        {renderEnd(from, 'least', min)}
        {renderEnd(to, 'most', typeof lowerEnd === 'number' ? Math.max(lowerEnd, min) : min)}
      </Space.Compact>
    </Form.Item>
  );
}
