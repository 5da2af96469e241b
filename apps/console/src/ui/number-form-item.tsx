import { Form, type FormItemProps } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { registerInvalidInput, useValidateOnBlur, validateNumber } from './form-validation.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import type { NumberBounds, ParsedNumber } from './number-format.ts';

interface ValidatedNumberProps extends NumberBounds, Omit<NumberFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'ref'> {
  title: string;
  value: number | null | undefined;
  /** Rejects an empty value. */
  required?: boolean;
  /** Receives valid values only; null if empty. */
  onChange: (value: number | null) => void;
}

/**
 * Number input that is not a form field. It reports valid values only, and shows others with an error. An error blocks the submit of the
 * surrounding form.
 */
export function ValidatedNumber({
  title,
  value = null,
  min,
  max,
  places,
  required = false,
  onChange,
  onBlur,
  ...rest
}: ValidatedNumberProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const errorId = useId();
  const errorRef = useRef<HTMLSpanElement>(null);
  // with the value at that time: a new value from the parent replaces the rejected text
  const [rejected, setRejected] = useState<{ text: ParsedNumber; currentValue: number | null }>();
  const [isBlurred, setBlurred] = useState(false);
  const validate = (text: ParsedNumber) => validateNumber(t, title, text, { min, max, places, required });
  const rejectedInput = rejected && rejected.currentValue === value ? rejected.text : undefined;
  const message = rejectedInput === undefined ? undefined : validate(rejectedInput);
  const isInvalid = message !== undefined;
  useEffect(() => {
    if (!form || !isInvalid) return;
    return registerInvalidInput(form, errorRef, () => {
      setBlurred(true);
      errorRef.current?.previousElementSibling?.querySelector('input')?.focus();
    });
  }, [form, isInvalid]);
  const onInput = (text: ParsedNumber) => {
    const isValid = validate(text) === undefined && typeof text !== 'string';
    setRejected(isValid ? undefined : { text, currentValue: value });
    if (isValid && text !== value) onChange(text);
  };
  useEffect(() => {
    if (typeof rejectedInput !== 'number' || isInvalid) return; // the bounds changed
    setRejected(undefined);
    onChange(rejectedInput);
  }, [rejectedInput, isInvalid, onChange]);
  const isErrorVisible = isBlurred && isInvalid;
  return (
    <>
      <NumberField
        {...rest}
        min={min}
        max={max}
        value={rejectedInput === undefined ? value : rejectedInput}
        onChange={onInput}
        onBlur={(event) => {
          setBlurred(true);
          onBlur?.(event);
        }}
        {...(isErrorVisible && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      <span ref={errorRef} id={errorId} role="alert" className={isErrorVisible ? 'block basis-full text-xs/5 text-danger' : 'hidden'}>
        {isErrorVisible && message}
      </span>
    </>
  );
}

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
