import { describe, expect, it } from 'vitest';
import { until } from '../../test/until.ts';
import { lineStream } from './log-stream.ts';
import { droppedLines } from './metrics.ts';

/** A stream with a reader that the test controls. */
function controlledStream(most?: number) {
  const writes: { text: string; done(error: NodeJS.ErrnoException | null, bytesWritten?: number): void }[] = [];
  const stream = lineStream((bytes, done) => {
    writes.push({ text: bytes.toString(), done: (error, bytesWritten = bytes.length) => done(error, bytesWritten) });
  }, most);
  return { stream, writes };
}

describe('log lines', () => {
  it('are written in order, and queued lines together', () => {
    const { stream, writes } = controlledStream();
    for (const line of ['one\n', 'two\n', 'three\n']) stream.write(line);
    expect(writes.map(({ text }) => text)).toEqual(['one\n']);
    writes[0]?.done(null);
    expect(writes.map(({ text }) => text)).toEqual(['one\n', 'two\nthree\n']);
  });

  it('are written in parts to a slow reader, retried when it is full, and dropped when it is gone', async () => {
    const { stream, writes } = controlledStream();
    stream.write('一二\n');
    writes[0]?.done(null, 3);
    expect(writes[1]?.text).toBe('二\n');
    writes[1]?.done(Object.assign(new Error(), { code: 'EAGAIN' }));
    await until(() => expect(writes[2]?.text).toBe('二\n'));
    const before = (await droppedLines.get()).values[0]?.value ?? 0;
    writes[2]?.done(Object.assign(new Error(), { code: 'EPIPE' }));
    expect(((await droppedLines.get()).values[0]?.value ?? 0) - before).toBe(1);
    stream.write('three\n');
    expect(writes[3]?.text).toBe('three\n');
  });

  it('are dropped and counted when too many wait, without blocking on a missing reader', async () => {
    const { stream, writes } = controlledStream(10);
    const before = (await droppedLines.get()).values[0]?.value ?? 0;
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) stream.write(line);
    expect(((await droppedLines.get()).values[0]?.value ?? 0) - before).toBe(1);
    await stream.drain(20);
    writes[0]?.done(null);
    expect(writes[1]?.text).toBe('two\nthree\n');
    writes[1]?.done(null);
    await stream.drain(60_000);
  });
});
