import { DatePicker, Form, InputNumber, Space } from 'antd';
import type { ReactNode } from 'react';
import { addDateRange, rangeNames } from './date-range.ts';
import { dayjs } from './day.ts';
import { useWords } from './words.ts';

interface RangeFilterProps {
  label: ReactNode;
  /** Before `BeginTime` and `EndTime`, e.g. `made`; without it the times of creation. */
  prefix?: string;
}

/** Narrows a list by two fields of days, both included: `<RangeFilter prefix="made" label={…} />`. */
export function RangeFilter({ label, prefix }: RangeFilterProps) {
  const [begin, end] = rangeNames(prefix);
  const form = Form.useFormInstance();
  const [from, to] = [Form.useWatch(begin, form) as string | undefined, Form.useWatch(end, form) as string | undefined];
  const day = (text: string | undefined) => (text ? dayjs(text) : null);
  const id = `${begin}-range`;
  return (
    <>
      <Hidden name={begin} />
      <Hidden name={end} />
      <Form.Item label={label} htmlFor={id}>
        <DatePicker.RangePicker
          id={id}
          value={[day(from), day(to)]}
          allowEmpty={[true, true]}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault(); // it takes the day, not yet the filters
          }}
          onChange={(days) =>
            form.setFieldsValue(
              addDateRange(
                {},
                days?.map((one) => one?.format('YYYY-MM-DD')),
                prefix,
              ),
            )
          }
        />
      </Form.Item>
    </>
  );
}

const Hidden = ({ name }: { name: string }) => (
  <Form.Item name={name} hidden noStyle>
    <input type="hidden" />
  </Form.Item>
);

interface NumberRangeProps {
  label: string;
  /** Filters of the two ends, both included. */
  from: string;
  to: string;
  min?: number;
}

/** Narrows a list by the least and the most of a number; either end may stay open. */
export function NumberRange({ label, from, to, min = 0 }: NumberRangeProps) {
  const t = useWords();
  const form = Form.useFormInstance();
  const least = Number(Form.useWatch(from, form) ?? min);
  return (
    <Form.Item label={label} className="number-range">
      <Space.Compact block>
        <Form.Item name={from} noStyle>
          <InputNumber
            min={min}
            precision={0}
            controls={false}
            placeholder={t('kit.range.least')}
            aria-label={`${label} ${t('kit.range.least')}`}
          />
        </Form.Item>
        <Form.Item name={to} noStyle>
          <InputNumber
            min={least}
            precision={0}
            controls={false}
            placeholder={t('kit.range.most')}
            aria-label={`${label} ${t('kit.range.most')}`}
          />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  );
}
