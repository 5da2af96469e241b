import { DatePicker, Form } from 'antd';
import type { ReactNode } from 'react';
import { dayjs } from './day.ts';

/** Narrows a list by two fields of days, both included: `<RangeFilter begin="beginTime" end="endTime" label={…} />`. */
export function RangeFilter({ begin, end, label }: { begin: string; end: string; label: ReactNode }) {
  const form = Form.useFormInstance();
  const [from, to] = [Form.useWatch(begin, form) as string | undefined, Form.useWatch(end, form) as string | undefined];
  const day = (text: string | undefined) => (text ? dayjs(text) : null);
  const id = `${begin}-range`;
  return (
    <>
      <Form.Item name={begin} hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <Form.Item name={end} hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <Form.Item label={label} htmlFor={id}>
        <DatePicker.RangePicker
          id={id}
          value={[day(from), day(to)]}
          allowEmpty={[true, true]}
          onChange={(days) => form.setFieldsValue({ [begin]: days?.[0]?.format('YYYY-MM-DD'), [end]: days?.[1]?.format('YYYY-MM-DD') })}
        />
      </Form.Item>
    </>
  );
}
