import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptTimeoutError, withTimeout } from './lazy-page.tsx';

describe('the script of a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('may take 120 seconds and no more', async () => {
    let rejection: unknown;
    withTimeout(new Promise(() => undefined)).catch((cause) => (rejection = cause));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(rejection).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(rejection).toBeInstanceOf(ScriptTimeoutError);
  });

  it('is what came where it came in time, and no clock goes on behind it', async () => {
    const slowLoad = new Promise((resolve) => setTimeout(() => resolve('a page'), 119_999));
    const result = withTimeout(slowLoad);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await result).toBe('a page');
    expect(vi.getTimerCount()).toBe(0);
  });
});
