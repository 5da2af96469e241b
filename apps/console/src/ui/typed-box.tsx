import { type InputHTMLAttributes, type Ref, useState } from 'react';

interface TypedBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  /** What the picker would show. */
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  /** What the form holds and the picker cannot show; of a pair, which tells its boxes apart, the first. */
  'data-typed'?: string;
  'data-typed-end'?: string;
  'date-range'?: 'start' | 'end';
}

/** The box of a picker, which shows also what is no day, so that it can be corrected or taken out, and reads past blanks at either end. */
export function TypedBox({ value = '', onChange, onBlur, 'data-typed': first, 'data-typed-end': last, ...rest }: TypedBoxProps) {
  const [draft, setDraft] = useState<string>();
  const held = rest['date-range'] === 'end' ? last : first;
  return (
    <input
      {...rest}
      value={draft?.trim() === value ? draft : value || held || ''}
      onChange={({ target }) => {
        setDraft(target.value);
        onChange?.({ target: { value: target.value.trim() } });
      }}
      onBlur={(event) => {
        setDraft(undefined);
        onBlur?.(event);
      }}
    />
  );
}
