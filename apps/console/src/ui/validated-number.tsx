import { Form } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../data/words.ts';
import { registerFieldFault } from './field-faults.ts';
import { numberFault } from './number-fault.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import type { NumberBounds, TypedNumber } from './numbers.ts';

interface ValidatedNumberProps extends NumberBounds, Omit<NumberFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'ref'> {
  title: string;
  value: number | null | undefined;
  /** Rejects an empty value. */
  needed?: boolean;
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
  needed = false,
  onChange,
  onBlur,
  ...rest
}: ValidatedNumberProps) {
  const t = useWords();
  const form = Form.useFormInstance();
  const note = useId();
  const box = useRef<HTMLSpanElement>(null);
  // with the value at that time: a new value from the parent replaces the rejected text
  const [refused, setRefused] = useState<{ text: TypedNumber; beside: number | null }>();
  const [left, setLeft] = useState(false);
  const validate = (text: TypedNumber) => numberFault(t, title, text, { min, max, places, needed });
  const kept = refused && refused.beside === value ? refused.text : undefined;
  const fault = kept === undefined ? undefined : validate(kept);
  const wrong = fault !== undefined;
  useEffect(() => {
    if (!form || !wrong) return;
    return registerFieldFault(form, box, () => {
      setLeft(true);
      box.current?.previousElementSibling?.querySelector('input')?.focus();
    });
  }, [form, wrong]);
  const take = (text: TypedNumber) => {
    const right = validate(text) === undefined && typeof text !== 'string';
    setRefused(right ? undefined : { text, beside: value });
    if (right && text !== value) onChange(text);
  };
  useEffect(() => {
    if (typeof kept !== 'number' || wrong) return; // the bounds changed
    setRefused(undefined);
    onChange(kept);
  }, [kept, wrong, onChange]);
  const said = left && wrong;
  return (
    <>
      <NumberField
        {...rest}
        min={min}
        max={max}
        value={kept === undefined ? value : kept}
        onChange={take}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
        {...(said && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': note })}
      />
      <span ref={box} id={note} role="alert" className="number-fault" hidden={!said}>
        {said && fault}
      </span>
    </>
  );
}
