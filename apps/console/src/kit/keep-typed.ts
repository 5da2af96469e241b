import type { FocusEvent } from 'react';
import { dayjs } from './day.ts';

interface Typed {
  /** What the form holds: a day or time of the wire, or what was typed in its place. */
  value: unknown;
  /** Whether the picker can show it. */
  isRead: boolean;
  /** How it is shown, and so typed. */
  format: string;
  onChange: (value: string | null) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
}

/**
 * What a picker needs so that nothing typed is lost on leaving it: a text that is no day or time, such as 2026-02-30, goes to the form as
 * it stands, whose rules refuse it in words; a text that was taken out takes the value with it.
 */
export const keepTyped = ({ value, isRead, format, onChange, onBlur }: Typed) => ({
  preserveInvalidOnBlur: true,
  ...(!isRead && typeof value === 'string' && value !== '' && { placeholder: value }),
  onBlur(event: FocusEvent<HTMLElement>) {
    const text = event.target instanceof HTMLInputElement ? event.target.value.trim() : undefined;
    if (text === '' && value) onChange(null);
    if (text && !dayjs(text, format, true).isValid()) onChange(text);
    onBlur?.(event);
  },
});
