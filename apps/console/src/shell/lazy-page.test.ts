import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptTimeoutError, withTimeout } from './lazy-page.tsx';

describe('page script loader', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('rejects after 120 seconds', async () => {
    let rejection: unknown;
    withTimeout(new Promise(() => undefined)).catch((cause) => (rejection = cause));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(rejection).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(rejection).toBeInstanceOf(ScriptTimeoutError);
  });

  it('resolves with the page in time and clears its timer', async () => {
    const slowLoad = new Promise((resolve) => setTimeout(() => resolve('a page'), 119_999));
    const result = withTimeout(slowLoad);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await result).toBe('a page');
    expect(vi.getTimerCount()).toBe(0);
  });
});
