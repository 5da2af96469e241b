import { type TraceField, traceFault, traceKindHint } from '@suyuan/contract';
import { DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { dayjs } from '../../../kit/day.ts';
import { useWords } from '../../../kit/words.ts';

interface ValueProps {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A day or a moment as the wire writes it. */
export function TimeInput({ id, value, onChange, time = true }: ValueProps & { time?: boolean }) {
  const format = time ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  return (
    <DatePicker
      {...(id && { id })}
      showTime={time && { format: 'HH:mm' }}
      format={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      value={value ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment?.format(format) ?? null)}
      className="trace-time"
    />
  );
}

/** One field of a step's form. What it takes is judged by the rule that the server judges by. */
export function TraceFieldInput({ field }: { field: TraceField }) {
  const t = useWords();
  const { name, title, kind, required, hint, unit, min, max, choices = [] } = field;
  const judge = async (_: unknown, value: unknown) => {
    const fault = traceFault(
      { designer: 'fields', version: 1, fields: [{ ...field, required: false }] },
      { [name]: (value ?? null) as never },
      [],
    );
    if (!fault) return;
    const bounds = kind === 'number' ? [min ?? '', max ?? ''].join(' … ') : choices.join('、');
    throw new Error(t('problem.traceFieldWrong', { title, expected: t(traceKindHint(kind)), bounds: bounds === ' … ' ? '' : bounds }));
  };
  const options = choices.map((value) => ({ value, label: value }));
  const inputs: Partial<Record<TraceField['kind'], ReactNode>> = {
    text: <Input maxLength={200} />,
    lines: <Input.TextArea rows={3} maxLength={2000} />,
    number: <InputNumber {...(unit && { suffix: unit })} className="trace-number" inputMode="decimal" />,
    date: <TimeInput time={false} />,
    time: <TimeInput />,
    choice: <Select options={options} allowClear showSearch={{ optionFilterProp: 'label' }} />,
    choices: <Select options={options} mode="multiple" allowClear />,
    flag: (
      <Radio.Group
        aria-label={title}
        options={[
          { value: true, label: t('kit.yes') },
          { value: false, label: t('kit.no') },
        ]}
      />
    ),
  };
  const input = inputs[kind];
  if (!input) return null;
  return (
    <Form.Item
      name={['data', name]}
      label={title}
      required={required}
      rules={[{ validator: judge }]}
      validateTrigger="onBlur"
      {...(hint && { extra: hint })}
    >
      {input}
    </Form.Item>
  );
}
