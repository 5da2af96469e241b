import { InputNumber, type InputNumberProps } from 'antd';
import { useCallback, useRef } from 'react';
import { readNumber, shownNumber, type TypedNumber } from './numbers.ts';
import './number-field.css';

type Control = InputNumberProps<number | string>;

export interface NumberFieldProps
  extends Omit<
    Control,
    'value' | 'defaultValue' | 'onChange' | 'onInput' | 'onStep' | 'parser' | 'formatter' | 'precision' | 'min' | 'max' | 'stringMode'
  > {
  /** A number, or what was typed in its place; absent or null: nothing. */
  value?: unknown;
  onChange?: (value: TypedNumber) => void;
  /** Where the steps end; what is typed may lie beyond, for a rule to refuse. */
  min?: number | undefined;
  max?: number | undefined;
  /** Thousands are set apart. */
  grouped?: boolean;
  /** As many digits after the point are shown, where the number has no more. */
  fixed?: number;
}

/**
 * A number that is typed, pasted or stepped to. What is typed stays as it was typed: it is neither brought within the bounds nor
 * rounded, and what is no number goes to the form as text, so that the rule of the field refuses it in words.
 */
export function NumberField({ value, onChange, grouped, fixed, min, max, ...rest }: NumberFieldProps) {
  const composing = useRef(false);
  const held = typeof value === 'number' || typeof value === 'string' ? value : null;
  const take = (next: TypedNumber) => {
    if (next !== held) onChange?.(next);
  };
  // the very same at each drawing: a new one has the text written anew, and a point that stands at its end is lost
  const formatter = useCallback<NonNullable<Control['formatter']>>(
    (number, { userTyping, input }) => {
      const asTyped = userTyping && !(grouped && /\d$/.test(input) && !/[.．。e]/i.test(input));
      return asTyped && readNumber(input) === readNumber(String(number ?? '')) ? input : shownNumber(number, { grouped, fixed });
    },
    [grouped, fixed],
  );
  return (
    <InputNumber<number | string>
      {...rest}
      // antd hands on only what lies within the bounds, and what it brought there: neither is asked for
      value={held}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      parser={(text) => readNumber(text ?? '') ?? ''}
      formatter={formatter}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
      }}
      onInput={(text) => composing.current || take(readNumber(text))}
      onStep={(next) => take(next)}
    />
  );
}
