import { type InputHTMLAttributes, type Ref, useState } from 'react';

interface TypedBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  /** Form value that the picker cannot show; of a range, that of the first end. */
  'data-typed'?: string;
  'data-typed-end'?: string;
  'date-range'?: 'start' | 'end';
}

/** Also shows invalid text, so that it can be corrected, and ignores surrounding blanks. */
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
