import type { FocusEvent, KeyboardEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { dayjs, parseDay } from './day.ts';
import { DayInput, keepInputOnBlur, keepRangeInputOnBlur } from './day-input.tsx';

/** Values that the form receives when a field containing `text` is blurred or gets a key. */
function reportedValues(value: string | null, text: string, key?: Partial<KeyboardEvent>, isDateTime = false) {
  const reported: (string | null)[] = [];
  const target = { tagName: 'INPUT', value: text };
  const [format, wire] = isDateTime ? ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'] : ['YYYY-MM-DD', 'YYYY-MM-DD'];
  const day = isDateTime ? dayjs(value, wire, true) : parseDay(value);
  const { onBlur, onKeyDown } = keepInputOnBlur({ value, day, format, wire, onChange: (next) => reported.push(next) });
  if (key) onKeyDown({ ctrlKey: false, metaKey: false, target, ...key } as unknown as KeyboardEvent<HTMLElement>);
  else onBlur({ target } as unknown as FocusEvent<HTMLElement>);
  return reported;
}

/** Values that the form receives, and whether it is blurred, after leaving one end of a range. */
function reportedRanges(values: [string, string], at: 'start' | 'end', text: string, staysInPicker = false) {
  const reported: unknown[] = [];
  const target = { tagName: 'INPUT', value: text, getAttribute: () => at, closest: () => ({ contains: () => staysInPicker }) };
  const days = [parseDay(values[0]) ?? null, parseDay(values[1]) ?? null] as const;
  const pair = { values, days, format: 'YYYY-MM-DD', wire: 'YYYY-MM-DD', onBlur: () => reported.push('left') };
  keepRangeInputOnBlur({ ...pair, onChange: (ends) => reported.push(ends) }).onBlur({ target } as unknown as FocusEvent<HTMLInputElement>);
  return reported;
}

describe('typed input of a range picker', () => {
  it('reaches its own end of the range, also as an invalid date, and keeps the other end', () => {
    expect(reportedRanges(['', ''], 'start', '2027-02-30')).toEqual([['2027-02-30', null], 'left']);
    expect(reportedRanges(['2027-02-30', ''], 'end', '2027-03-01')).toEqual([['2027-02-30', '2027-03-01'], 'left']);
    expect(reportedRanges(['2027-02-01', '2027-03-01'], 'end', 'soon')).toEqual([['2027-02-01', 'soon'], 'left']);
    expect(reportedRanges(['2027-02-01', 'soon'], 'end', '')).toEqual([['2027-02-01', null], 'left']);
  });

  it('is not finished while the focus moves between its two fields', () => {
    expect(reportedRanges(['', ''], 'start', '2027-02-01', true)).toEqual([['2027-02-01', null]]);
  });

  it('stays next to a picked end, and is cleared when both ends are cleared', () => {
    const reported: unknown[] = [];
    const { onChange } = keepRangeInputOnBlur({
      values: ['2027-02-30', ''],
      days: [null, null],
      format: 'YYYY-MM-DD',
      wire: 'YYYY-MM-DD',
      onChange: (ends) => reported.push(ends),
    });
    onChange([null, dayjs('2027-03-01')]);
    onChange(null);
    expect(reported).toEqual([
      ['2027-02-30', '2027-03-01'],
      [null, null],
    ]);
  });
});

describe('typed input of a date picker', () => {
  it('reaches the form in wire format, with or without surrounding spaces', () => {
    expect(reportedValues(null, ' 2026-02-03 ')).toEqual(['2026-02-03']);
    expect(reportedValues('2026-12-31', '2026-02-03')).toEqual(['2026-02-03']);
    expect(reportedValues('2026-02-03 10:11:12', '2026-02-03 10:12', undefined, true)).toEqual(['2026-02-03 10:12:00']);
  });

  it('reaches the form unchanged when it is no valid date', () => {
    expect(reportedValues('2026-12-31', '2027-02-30')).toEqual(['2027-02-30']);
    expect(reportedValues(null, '2026-02-03abc')).toEqual(['2026-02-03abc']);
  });

  it('reaches the form before Tab, Enter, Ctrl+S and ⌘S, and at no other key', () => {
    for (const key of [{ key: 'Tab' }, { key: 'Enter' }, { key: 's', ctrlKey: true }, { key: 'S', metaKey: true }])
      expect(reportedValues('2026-12-31', '2027-02-30', key)).toEqual(['2027-02-30']);
    for (const key of [{ key: 's' }, { key: 'a', ctrlKey: true }]) expect(reportedValues('2026-12-31', '2027-02-30', key)).toEqual([]);
  });

  it('clears the date only when the user deletes the text', () => {
    expect(reportedValues('2026-12-31', '')).toEqual([null]);
    expect(reportedValues('2027-02-30', ' ')).toEqual([null]);
    expect(reportedValues(null, '')).toEqual([]);
  });

  it('causes no change when the text is unchanged', () => {
    expect(reportedValues('2026-12-31', '2026-12-31')).toEqual([]);
    expect(reportedValues('2027-02-30', '2027-02-30')).toEqual([]);
    expect(reportedValues('2026-02-03 10:11:12', '2026-02-03 10:11', undefined, true)).toEqual([]);
  });

  it('appears in the field, even when it is no valid date', () => {
    expect(renderToStaticMarkup(<DayInput value="2027-02-30" />)).toMatch(/<input[^>]* value="2027-02-30"/);
    expect(renderToStaticMarkup(<DayInput value="2026-12-31" />)).toMatch(/<input[^>]* value="2026-12-31"/);
  });
});
