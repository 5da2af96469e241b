import { type InputHTMLAttributes, type Ref, useState } from 'react';

interface PickerInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  value?: string;
  onChange?: (event: { target: { value: string } }) => void;
  /** Form value that the picker cannot show; of a range, that of the first end. */
  'data-typed'?: string;
  'data-typed-end'?: string;
  'date-range'?: 'start' | 'end';
}

/** Also shows invalid text, so that it can be corrected, and ignores surrounding blanks. */
export function PickerInput({
  value = '',
  onChange,
  onBlur,
  'data-typed': startText,
  'data-typed-end': endText,
  ...rest
}: PickerInputProps) {
  const [draft, setDraft] = useState<string>();
  const rawText = rest['date-range'] === 'end' ? endText : startText;
  return (
    <input
      {...rest}
      value={draft?.trim() === value ? draft : value || rawText || ''}
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
