import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptTooSlow, withinLimit } from './lazy-page.tsx';

describe('the script of a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('may take 120 seconds and no more', async () => {
    let lost: unknown;
    withinLimit(new Promise(() => undefined)).catch((cause) => (lost = cause));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(lost).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(lost).toBeInstanceOf(ScriptTooSlow);
  });

  it('is what came where it came in time, and no clock goes on behind it', async () => {
    const late = new Promise((resolve) => setTimeout(() => resolve('a page'), 119_999));
    const shown = withinLimit(late);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await shown).toBe('a page');
    expect(vi.getTimerCount()).toBe(0);
  });
});
