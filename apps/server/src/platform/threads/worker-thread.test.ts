import { describe, expect, it } from 'vitest';
import { inlineCell, workbookOf } from '../../test/workbook.ts';
import type { SheetJob, SheetLine } from '../http/sheet-job.ts';
import { boundedQueue, workerThread } from './worker-thread.ts';

/** A worker script that runs `body` with each message as `order`. */
const script = (body: string) =>
  new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', (order) => { ${body} })`);

async function collect<Part>(parts: AsyncGenerator<Part>): Promise<Part[]> {
  const collected: Part[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

describe('worker thread', () => {
  const options = { heap: 64, waiting: 2, patience: 20_000 };
  const limits = { format: 'xlsx', filledRows: 10_000, lastRow: 1_048_576, columns: 100, unpackedBytes: 50 * 1024 * 1024 } as const;
  const sheet = (rows: number) => `<row>${inlineCell('x')}</row>`.repeat(rows);
  const sheetThread = (more: Partial<typeof options> = {}) =>
    workerThread<SheetJob, SheetLine[]>(new URL('../http/sheet-job.ts', import.meta.url), { ...options, ...more });

  it('rejects a job that exceeds its heap, and accepts the next', async () => {
    const thread = sheetThread({ heap: 24 });
    const strings = `<si><t>${'x'.repeat(60)}</t></si>`.repeat(600_000);
    await expect(collect(thread.run({ ...limits, bytes: workbookOf('', { strings }) }))).rejects.toMatchObject({ code: 'memory' });
    expect((await collect(thread.run({ ...limits, bytes: workbookOf(sheet(450)) }))).map(({ length }) => length)).toEqual([200, 200, 50]);
    await thread.end();
  });

  it('rejects a job that stops reporting, and accepts the next', async () => {
    // the first job loops forever; its replacement thread does not
    const thread = workerThread<string, number>(
      script(`if (order.job === 'loop') for (;;); parentPort.postMessage(order === 'next' ? { end: true } : { part: 1 });`),
      { ...options, patience: 5000 },
    );
    await expect(collect(thread.run('loop'))).rejects.toMatchObject({ code: 'time' });
    expect(await collect(thread.run('work'))).toEqual([1]);
    await thread.end();
  });

  it.each([
    ['throws', `throw new Error('boom')`],
    ['exits', `process.exit(7)`],
  ])('that %s fails only its current job', async (_how, fault) => {
    const thread = workerThread<string, number>(
      script(`if (order.job === 'fault') { ${fault} } parentPort.postMessage(order === 'next' ? { end: true } : { part: 1 });`),
      options,
    );
    await expect(collect(thread.run('fault'))).rejects.toThrow(/boom|ended by itself \(7\)/);
    expect(await collect(thread.run('work'))).toEqual([1]);
    await thread.end();
  });

  it('stops a job when its caller leaves or has enough, and skips a queued job without a caller', async () => {
    const thread = sheetThread();
    const disconnected = new AbortController();
    // two million empty rows: seconds of work
    const bytes = workbookOf('<row><c r="XFD1"/></row>'.repeat(2_000_000));
    const endless = collect(thread.run({ ...limits, bytes }, { signal: disconnected.signal }));
    const waiting = new AbortController();
    const next = collect(thread.run({ ...limits, bytes: workbookOf(sheet(1)) }, { signal: waiting.signal }));
    waiting.abort();
    await expect(next).rejects.toMatchObject({ problem: 'busy' });
    disconnected.abort();
    await expect(endless).rejects.toMatchObject({ problem: 'busy' });
    expect(await collect(thread.run({ ...limits, bytes: workbookOf(sheet(1)) }))).toHaveLength(1);
    for await (const part of thread.run({ ...limits, bytes: workbookOf(sheet(1000)) })) {
      expect(part).toHaveLength(200);
      break;
    }
    expect(await collect(thread.run({ ...limits, bytes: workbookOf(sheet(1)) }))).toEqual([[{ row: 1, cells: ['x'] }]]);
    await thread.end();
  });

  it('rejects jobs beyond its queue limit, and runs the others in order', async () => {
    const queue = boundedQueue(2, 2);
    const [first, second] = await Promise.all([queue.enter(), queue.enter()]);
    const order: string[] = [];
    const enter = async (name: string) => {
      const leave = await queue.enter();
      order.push(name);
      return leave;
    };
    const [third, fourth] = [enter('third'), enter('fourth')];
    await expect(queue.enter()).rejects.toMatchObject({ problem: 'busy', params: { seconds: expect.any(Number) } });
    first();
    // releasing twice frees one slot only
    first();
    (await third)();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
    second();
    (await queue.enter())();
  });
});
