import { Form, type FormItemProps } from 'antd';
import { useWords } from '../data/words.ts';
import { numberFault } from './number-fault.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import type { NumberBounds } from './numbers.ts';
import { useWhenLeft } from './validate-on-blur.ts';

interface NumberItemProps
  extends NumberBounds,
    Omit<NumberFieldProps, 'name' | 'min' | 'max' | 'value' | 'onChange'>,
    Pick<FormItemProps, 'dependencies' | 'noStyle' | 'tooltip'> {
  name: NonNullable<FormItemProps['name']>;
  label?: string;
  /** Name in messages, if it differs from the label. */
  title?: string;
  needed?: boolean;
  /** Extra check of a valid number. */
  also?: (value: number | undefined) => string | undefined;
}

/** For a number outside a resource. */
export function NumberItem({
  name,
  label,
  title = label ?? '',
  needed = false,
  also,
  min,
  max,
  places,
  dependencies,
  noStyle,
  tooltip,
  ...control
}: NumberItemProps) {
  const t = useWords();
  const validate = async (_: unknown, value: unknown) => {
    const fault = numberFault(t, title, value, { min, max, places, needed }) ?? also?.(typeof value === 'number' ? value : undefined);
    if (fault) throw new Error(fault);
  };
  const judged = useWhenLeft(validate);
  return (
    <Form.Item
      name={name}
      required={needed}
      {...judged}
      {...(label !== undefined && { label })}
      {...(dependencies && { dependencies })}
      {...(noStyle !== undefined && { noStyle })}
      {...(tooltip !== undefined && { tooltip })}
    >
      <NumberField min={min} max={max} {...control} />
    </Form.Item>
  );
}
