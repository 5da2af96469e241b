import { Form } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../data/words.ts';
import { registerFieldFault } from './field-faults.ts';
import { numberFault } from './number-fault.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import type { NumberBounds, TypedNumber } from './numbers.ts';

interface ValidatedNumberProps extends NumberBounds, Omit<NumberFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'ref'> {
  /** What its refusal calls it. */
  title: string;
  value: number | null | undefined;
  /** Nothing is refused too. */
  needed?: boolean;
  /** Of what is right alone; null where nothing stands. */
  onChange: (value: number | null) => void;
}

/**
 * A number that is no field of a form's own: it hands on what is right, and keeps what is not in its box, with what is wrong below it.
 * The form that it stands in is not sent meanwhile.
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
  // beside the value that it would have taken the place of: another one takes its own
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
    if (typeof kept !== 'number' || wrong) return; // its bounds have moved
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
