import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteBroken, onReconnect } from './connection.ts';

describe('the way to the server', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async () => new Response('{}'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is looked for with more patience where what is asked anew breaks again, and soon again after a calm minute', async () => {
    const back: number[] = [];
    const quiet = onReconnect(() => {
      back.push(Date.now());
      if (back.length < 5) noteBroken();
    });
    const begin = Date.now();
    noteBroken();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(back.map((time) => Math.round((time - begin) / 1000))).toEqual([1, 3, 7, 15, 30]);
    await vi.advanceTimersByTimeAsync(60_000);
    noteBroken();
    await vi.advanceTimersByTimeAsync(1500);
    expect(back).toHaveLength(6);
    quiet();
  });
});
