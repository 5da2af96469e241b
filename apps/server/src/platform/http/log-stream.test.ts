import { describe, expect, it, vi } from 'vitest';
import { lineStream } from './log-stream.ts';
import { droppedLines } from './metrics.ts';

/** A stream with a reader that the test controls. */
function read(most?: number) {
  const asked: { text: string; done(error: NodeJS.ErrnoException | null, written?: number): void }[] = [];
  const stream = lineStream((bytes, done) => {
    asked.push({ text: bytes.toString(), done: (error, written = bytes.length) => done(error, written) });
  }, most);
  return { stream, asked };
}

describe('lines of the log', () => {
  it('go out in their order, those that came meanwhile together', () => {
    const { stream, asked } = read();
    for (const line of ['one\n', 'two\n', 'three\n']) stream.write(line);
    expect(asked.map(({ text }) => text)).toEqual(['one\n']);
    asked[0]?.done(null);
    expect(asked.map(({ text }) => text)).toEqual(['one\n', 'two\nthree\n']);
  });

  it('are taken in parts by a reader with little room, tried again where there is none, and let go where there is none any more', async () => {
    const { stream, asked } = read();
    stream.write('一二\n');
    asked[0]?.done(null, 3);
    expect(asked[1]?.text).toBe('二\n');
    asked[1]?.done(Object.assign(new Error(), { code: 'EAGAIN' }));
    await vi.waitFor(() => expect(asked[2]?.text).toBe('二\n'));
    const before = (await droppedLines.get()).values[0]?.value ?? 0;
    asked[2]?.done(Object.assign(new Error(), { code: 'EPIPE' }));
    expect(((await droppedLines.get()).values[0]?.value ?? 0) - before).toBe(1);
    stream.write('three\n');
    expect(asked[3]?.text).toBe('three\n');
  });

  it('are dropped and counted while nobody reads and too many wait; nobody waits for a reader that never comes', async () => {
    const { stream, asked } = read(10);
    const before = (await droppedLines.get()).values[0]?.value ?? 0;
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) stream.write(line);
    expect(((await droppedLines.get()).values[0]?.value ?? 0) - before).toBe(1);
    await stream.drained(20);
    asked[0]?.done(null);
    expect(asked[1]?.text).toBe('two\nthree\n');
    asked[1]?.done(null);
    await stream.drained(60_000);
  });
});
