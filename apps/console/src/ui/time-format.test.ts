import { describe, expect, it } from 'vitest';
import { formatTime, instantOf } from './time-format.tsx';

describe('time formats', () => {
  it('reads ten digits as seconds and thirteen as milliseconds', () => {
    expect(formatTime(1_700_000_000)).toBe('2023-11-15 06:13:20');
    expect(formatTime('1700000000')).toBe('2023-11-15 06:13:20');
    expect(formatTime(1_700_000_000_000)).toBe('2023-11-15 06:13:20');
  });

  it('shows a wire time unchanged in any browser time zone', () => {
    expect(formatTime('2026-11-20 08:30:00')).toBe('2026-11-20 08:30:00');
    expect(formatTime('2026-11-20T08:30:00')).toBe('2026-11-20 08:30:00');
    expect(formatTime('2026-11-20T00:30:00.000Z')).toBe('2026-11-20 08:30:00');
    expect(formatTime('2026-11-20')).toBe('2026-11-20 00:00:00');
    expect(instantOf('2026-11-20 08:00:00')).toBe(Date.UTC(2026, 10, 20));
  });

  it('applies a pattern', () => {
    expect(formatTime('2026-11-20 08:30:05', 'YYYY年MM月DD日 HH:mm')).toBe('2026年11月20日 08:30');
  });

  it('returns no text for an invalid time', () => {
    for (const none of [null, undefined, '', 'soon', '2026-13-45 99:00:00']) expect(formatTime(none)).toBeUndefined();
  });
});
