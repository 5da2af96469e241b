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
  /** A number, or raw input that is not a number. */
  value?: unknown;
  onChange?: (value: TypedNumber) => void;
  /** Bounds of the steps. Typed values may exceed them, for a rule to reject. */
  min?: number | undefined;
  max?: number | undefined;
  grouped?: boolean;
  /** Minimum number of decimals, if the value has no more. */
  fixed?: number;
}

/**
 * Number input. Typed values are neither clamped nor rounded. Input that is not a number is stored as text, so that the field's rule
 * rejects it with a message.
 */
export function NumberField({ value, onChange, grouped, fixed, min, max, ...rest }: NumberFieldProps) {
  const composing = useRef(false);
  const held = typeof value === 'number' || typeof value === 'string' ? value : null;
  const take = (next: TypedNumber) => {
    if (next !== held) onChange?.(next);
  };
  // stable identity: antd rewrites the text for a new formatter and drops a trailing decimal point
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
      // not `onChange`: antd only reports values within the bounds and clamps others
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
