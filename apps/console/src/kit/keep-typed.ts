import type { Dayjs } from 'dayjs';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { dayjs } from './day.ts';
import { isSaveKey } from './save-key.ts';
import { TypedBox } from './typed-box.tsx';

interface Typed {
  /** What the form holds: a day or time of the wire, or what was typed in its place. */
  value: unknown;
  /** What the picker shows of it; none where it is no day or time. */
  day: Dayjs | null | undefined;
  /** How it is shown, and so typed. */
  format: string;
  /** How the form holds it. */
  wire: string;
  onChange: (value: string | null) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
}

const components = { input: TypedBox };

/**
 * What a picker needs so that nothing typed is lost, on leaving it and before a key saves: a day or time goes to the form as the wire
 * writes it, also where the picker would not offer it; any other text, such as 2026-02-30, as it stands, whose rules refuse it in words;
 * a text that was taken out takes the value with it.
 */
export function keepTyped({ value, day, format, wire, onChange, onBlur }: Typed) {
  const held = !day && typeof value === 'string' ? value : '';
  const handOver = (left: EventTarget) => {
    const box = left as HTMLInputElement;
    if (box.tagName !== 'INPUT') return; // a cell of the calendar
    const text = box.value.trim();
    if (text === (day?.format(format) ?? held)) return;
    const read = dayjs(text, format, true);
    onChange(read.isValid() ? read.format(wire) : text || null);
  };
  return {
    components,
    // a day that is only pointed at must not stand in for what was typed
    previewValue: false as const,
    // nor is the box left for its own calendar, where a day is picked in place of what was typed
    onPanelMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...(held && { 'data-typed': held }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter' || isSaveKey(event)) handOver(event.target);
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      handOver(event.target);
      onBlur?.(event);
    },
  };
}
