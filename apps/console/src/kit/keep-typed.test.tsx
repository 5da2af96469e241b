import type { FocusEvent, KeyboardEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { dayjs, dayOf } from './day.ts';
import { DayInput } from './day-input.tsx';
import { keepTyped } from './keep-typed.ts';

/** What the form is handed when a box that holds `text` is left, or hears a key. */
function handed(value: string | null, text: string, key?: Partial<KeyboardEvent>, moment = false) {
  const given: (string | null)[] = [];
  const target = { tagName: 'INPUT', value: text };
  const [format, wire] = moment ? ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'] : ['YYYY-MM-DD', 'YYYY-MM-DD'];
  const day = moment ? dayjs(value, wire, true) : dayOf(value);
  const { onBlur, onKeyDown } = keepTyped({ value, day, format, wire, onChange: (next) => given.push(next) });
  if (key) onKeyDown({ ctrlKey: false, metaKey: false, target, ...key } as unknown as KeyboardEvent<HTMLElement>);
  else onBlur({ target } as unknown as FocusEvent<HTMLElement>);
  return given;
}

describe('what is typed into a picker', () => {
  it('reaches the form as the wire writes it, with blanks around it and without', () => {
    expect(handed(null, ' 2026-02-03 ')).toEqual(['2026-02-03']);
    expect(handed('2026-12-31', '2026-02-03')).toEqual(['2026-02-03']);
    expect(handed('2026-02-03 10:11:12', '2026-02-03 10:12', undefined, true)).toEqual(['2026-02-03 10:12:00']);
  });

  it('reaches the form as it stands where it is no day', () => {
    expect(handed('2026-12-31', '2027-02-30')).toEqual(['2027-02-30']);
    expect(handed(null, '2026-02-03abc')).toEqual(['2026-02-03abc']);
  });

  it('reaches it before Enter, Ctrl+S or ⌘S save, and at no other key', () => {
    for (const key of [{ key: 'Enter' }, { key: 's', ctrlKey: true }, { key: 'S', metaKey: true }])
      expect(handed('2026-12-31', '2027-02-30', key)).toEqual(['2027-02-30']);
    for (const key of [{ key: 's' }, { key: 'a', ctrlKey: true }]) expect(handed('2026-12-31', '2027-02-30', key)).toEqual([]);
  });

  it('takes the day with it only where somebody took it out', () => {
    expect(handed('2026-12-31', '')).toEqual([null]);
    expect(handed('2027-02-30', ' ')).toEqual([null]);
    expect(handed(null, '')).toEqual([]);
  });

  it('is no change where nobody typed', () => {
    expect(handed('2026-12-31', '2026-12-31')).toEqual([]);
    expect(handed('2027-02-30', '2027-02-30')).toEqual([]);
    expect(handed('2026-02-03 10:11:12', '2026-02-03 10:11', undefined, true)).toEqual([]);
  });

  it('stands in the box, also where it is no day', () => {
    expect(renderToStaticMarkup(<DayInput value="2027-02-30" />)).toMatch(/<input[^>]* value="2027-02-30"/);
    expect(renderToStaticMarkup(<DayInput value="2026-12-31" />)).toMatch(/<input[^>]* value="2026-12-31"/);
  });
});
