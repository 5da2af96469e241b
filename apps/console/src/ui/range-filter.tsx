import { Moment } from '@suyuan/contract';
import { DatePicker, Form, Space } from 'antd';
import { addDateRange, rangeNames } from '../data/date-range.ts';
import { useWords } from '../data/words.ts';
import { dayjs } from './day.ts';
import { keepTypedPair } from './keep-typed.ts';
import { NumberItem } from './number-item.tsx';
import { readNumber } from './numbers.ts';

interface RangeFilterProps {
  label: string;
  /** Prefix of `BeginTime` and `EndTime`, e.g. `made`; without one the creation time. */
  prefix?: string;
}

/** Filter by a date range, both ends included: `<RangeFilter prefix="made" label={…} />`. Invalid input stays visible and is rejected. */
export function RangeFilter({ label, prefix }: RangeFilterProps) {
  const [begin, end] = rangeNames(prefix);
  const t = useWords();
  const form = Form.useFormInstance();
  const [from, to] = [Form.useWatch(begin, form) as string | undefined, Form.useWatch(end, form) as string | undefined];
  const typed = (text: string | undefined) => (text && !dayIn(text) ? text : undefined);
  const wrong = typed(from) ?? typed(to);
  const kept = keepTypedPair({
    values: [from, to],
    days: [dayIn(from), dayIn(to)],
    format: DAY,
    wire: DAY,
    onChange: (ends) =>
      form.setFieldsValue(
        addDateRange(
          {},
          ends.map((text) => text ?? undefined),
          prefix,
        ),
      ),
  });
  const id = `${begin}-range`;
  return (
    <>
      <Hidden name={begin} />
      <Hidden name={end} />
      <Form.Item label={label} htmlFor={id} {...(wrong && { validateStatus: 'error', help: t('issue.day', { field: label }) })}>
        <DatePicker.RangePicker
          id={id}
          {...kept}
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
function dayIn(text = '') {
  const moment = Moment.safeParse(text).data;
  return moment ? dayjs(moment.slice(0, 10)) : null;
}

const Hidden = ({ name }: { name: string }) => (
  <Form.Item
    name={name}
    hidden
    noStyle
    rules={[{ validator: (_, text: string | undefined) => (!text || dayIn(text) ? Promise.resolve() : Promise.reject(new Error(text))) }]}
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
  const t = useWords();
  const form = Form.useFormInstance();
  const least = readNumber(String(Form.useWatch(from, form) ?? ''));
  const end = (name: string, bound: 'least' | 'most', low: number) => (
    <NumberItem
      name={name}
      noStyle
      min={low}
      controls={false}
      title={t(`kit.range.${bound}Of`, { field: label })}
      placeholder={t(`kit.range.${bound}`)}
      aria-label={`${label} ${t(`kit.range.${bound}`)}`}
      {...(bound === 'most' && { dependencies: [from] })}
    />
  );
  return (
    <Form.Item label={label} className="number-range">
      <Space.Compact block>
        {end(from, 'least', min)}
        {end(to, 'most', typeof least === 'number' ? Math.max(least, min) : min)}
      </Space.Compact>
    </Form.Item>
  );
}
