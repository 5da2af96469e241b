import { Form, type FormItemProps } from 'antd';
import { useTranslations } from '../data/words.ts';
import { validateNumber } from './number-fault.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import type { NumberBounds } from './numbers.ts';
import { useValidateOnBlur } from './validate-on-blur.ts';

interface NumberFormItemProps
  extends NumberBounds,
    Omit<NumberFieldProps, 'name' | 'min' | 'max' | 'value' | 'onChange'>,
    Pick<FormItemProps, 'dependencies' | 'noStyle' | 'tooltip'> {
  name: NonNullable<FormItemProps['name']>;
  label?: string;
  /** Name in messages, if it differs from the label. */
  title?: string;
  required?: boolean;
  /** Extra check of a valid number. */
  extraValidate?: (value: number | undefined) => string | undefined;
}

/** For a number outside a resource. */
export function NumberFormItem({
  name,
  label,
  title = label ?? '',
  required = false,
  extraValidate,
  min,
  max,
  places,
  dependencies,
  noStyle,
  tooltip,
  ...fieldProps
}: NumberFormItemProps) {
  const t = useTranslations();
  const validate = async (_: unknown, value: unknown) => {
    const message =
      validateNumber(t, title, value, { min, max, places, required }) ?? extraValidate?.(typeof value === 'number' ? value : undefined);
    if (message) throw new Error(message);
  };
  const validationProps = useValidateOnBlur(validate);
  return (
    <Form.Item
      name={name}
      required={required}
      {...validationProps}
      {...(label !== undefined && { label })}
      {...(dependencies && { dependencies })}
      {...(noStyle !== undefined && { noStyle })}
      {...(tooltip !== undefined && { tooltip })}
    >
      <NumberField min={min} max={max} {...fieldProps} />
    </Form.Item>
  );
}
