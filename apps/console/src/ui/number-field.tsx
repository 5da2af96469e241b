import { InputNumber, type InputNumberProps } from 'antd';
import { useCallback, useRef } from 'react';
import { formatInputNumber, type ParsedNumber, parseNumber } from './number-format.ts';

type InputProps = InputNumberProps<number | string>;

export interface NumberFieldProps
  extends Omit<
    InputProps,
    'value' | 'defaultValue' | 'onChange' | 'onInput' | 'onStep' | 'parser' | 'formatter' | 'precision' | 'min' | 'max' | 'stringMode'
  > {
  /** A number, or raw input that is not a number. */
  value?: unknown;
  onChange?: (value: ParsedNumber) => void;
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
  const isComposing = useRef(false);
  const currentValue = typeof value === 'number' || typeof value === 'string' ? value : null;
  const report = (next: ParsedNumber) => {
    if (next !== currentValue) onChange?.(next);
  };
  // stable identity: antd rewrites the text for a new formatter and drops a trailing decimal point
  const formatter = useCallback<NonNullable<InputProps['formatter']>>(
    (number, { userTyping, input }) => {
      const keepsInput = userTyping && !(grouped && /\d$/.test(input) && !/[.．。e]/i.test(input));
      return keepsInput && parseNumber(input) === parseNumber(String(number ?? '')) ? input : formatInputNumber(number, { grouped, fixed });
    },
    [grouped, fixed],
  );
  return (
    <InputNumber<number | string>
      {...rest}
      // not `onChange`: antd only reports values within the bounds and clamps others
      value={currentValue}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      parser={(text) => parseNumber(text ?? '') ?? ''}
      formatter={formatter}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
      onInput={(text) => isComposing.current || report(parseNumber(text))}
      onStep={(next) => report(next)}
    />
  );
}
