import { type BatchEvent, type CodeStatus, type CodeStep, codeLifeCycle } from '@suyuan/contract';
import { array, assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, openBatchFixture } from '../../../test/batch-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

/** Few enough that actions overlap. */
const CODES = 24;

/** A code of the reference model. */
interface Plain {
  status: CodeStatus;
  before?: CodeStatus;
}

interface Act {
  step: CodeStep;
  range: { from: number; to: number } | null;
}

const acts = array(
  record({
    step: constantFrom<CodeStep[]>('activate', 'freeze', 'unfreeze', 'void'),
    range: option(record({ from: integer({ min: 1, max: CODES }), to: integer({ min: 1, max: CODES + 1 }) }), { freq: 6 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Undefined if the act is refused. */
function applyAct(codes: Plain[], { step, range }: Act): Plain[] | undefined {
  const allowed: readonly CodeStatus[] = codeLifeCycle[step].from;
  const { from, to } = range ?? { from: 1, to: CODES };
  const selected = codes.filter((_, index) => index + 1 >= from && index + 1 <= to);
  const isAllowed = ({ status }: Plain) => allowed.includes(status);
  if (to > CODES || from > to || !(range ? selected.every(isAllowed) : selected.some(isAllowed))) return undefined;
  return codes.map((code) => {
    if (!selected.includes(code) || !isAllowed(code)) return code;
    if (step === 'unfreeze') return { status: code.before ?? 'issued' };
    return step === 'freeze' ? { status: 'frozen', before: code.status } : { status: codeLifeCycle[step].to };
  });
}

describe('code ranges', () => {
  let server: TestServer;
  let desk: BatchFixture;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    return () => server.close();
  });

  const run = async (batchId: number, { step, range }: Act) => {
    if (step === 'activate') return (await desk.act(batchId, 'activate', range ?? {})).body;
    return (await desk.planner.put(`/manage/code/${step}`, { batchId, from: 1, to: CODES, ...range, reason: 'x' })).body;
  };
  const segments = (batchId: number) =>
    server.db.selectFrom('codeSegment').selectAll().where('batchId', '=', batchId).orderBy('ordinalFrom').execute();

  /** Fails on gaps, overlaps and equal neighbours. */
  async function expectPartition(batchId: number) {
    let next = 0;
    let before = '';
    for (const { ordinalFrom, count, status, statusBefore, reason } of await segments(batchId)) {
      expect(ordinalFrom).toBe(next);
      const kind = JSON.stringify([status, statusBefore, reason]);
      expect(kind).not.toBe(before);
      [next, before] = [ordinalFrom + count, kind];
    }
    expect(next).toBe(CODES);
  }

  const readStatuses = async (batchId: number): Promise<Plain[]> =>
    (await segments(batchId)).flatMap(({ count, status, statusBefore }) =>
      Array.from({ length: count }, () => ({ status, ...(statusBefore && { before: statusBefore }) }) as Plain),
    );

  it('behave like a plain list of codes after any sequence of actions', async () => {
    const invariant = asyncProperty(acts, async (actList) => {
      const batchId = await desk.issued({ quantity: CODES });
      let codes: Plain[] = Array.from({ length: CODES }, () => ({ status: 'issued' }));
      for (const act of actList) {
        // only activation works without a range
        const ranged = act.step === 'activate' ? act : { ...act, range: act.range ?? { from: 1, to: CODES } };
        const next = applyAct(codes, ranged);
        expect((await run(batchId, ranged)).code, JSON.stringify(ranged)).toBe(next ? 200 : 500);
        codes = next ?? codes;
      }
      await expectPartition(batchId);
      expect(await readStatuses(batchId)).toEqual(codes);
      const { body } = await desk.planner.get(`/manage/code/list?batchId=${batchId}&pageSize=${CODES}`);
      expect(body.rows.map(({ status }: Plain) => status)).toEqual(codes.map(({ status }) => status));
    });
    await assert(invariant, { numRuns: 40 });
  });

  it('stay consistent under parallel actions: each is done completely or refused', async () => {
    const batchId = await desk.issued({ quantity: CODES });
    const actList: Act[] = Array.from({ length: 60 }, (_, i) => ({
      step: (['freeze', 'activate', 'void', 'unfreeze'] as const)[i % 4] ?? 'void',
      range: { from: 1 + ((i * 7) % CODES), to: Math.min(CODES, 1 + ((i * 7) % CODES) + (i % 5)) },
    }));
    const answers = await Promise.all(actList.map((act) => run(batchId, act)));
    for (const { code, problem } of answers)
      expect(code === 200 || ['rangeStateWrong', 'rangeOverlaps', 'busy'].includes(problem), problem).toBe(true);
    await expectPartition(batchId);
    const doneCount = answers.filter(({ code }) => code === 200).length;
    expect(doneCount).toBeGreaterThan(0);
    const { data } = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body;
    const recordedEvents = (data as BatchEvent[]).filter(({ action }) => action in codeLifeCycle).toReversed();
    expect(recordedEvents).toHaveLength(doneCount);
    // a request rejected as busy has no effect: replaying the recorded events gives the current state
    let codes: Plain[] = Array.from({ length: CODES }, () => ({ status: 'issued' }));
    for (const { action, ordinalFrom, ordinalTo } of recordedEvents) {
      const next = applyAct(codes, { step: action as CodeStep, range: { from: ordinalFrom!, to: ordinalTo! } });
      expect(next, `${action} ${ordinalFrom}-${ordinalTo}`).toBeDefined();
      codes = next!;
    }
    expect(await readStatuses(batchId)).toEqual(codes);
  });

  it('are protected by a database constraint against overlaps', async () => {
    const batchId = await desk.issued({ quantity: CODES });
    const torn = server.db.insertInto('codeSegment').values({ batchId, ordinalFrom: 5, count: 3, status: 'void' }).execute();
    await expect(torn).rejects.toMatchObject({ constraint: 'code_segment_ordinal_excl' });
  });

  it('are rendered as at most two thousand pieces without gaps', async () => {
    const batchId = await desk.issued({ quantity: 10_000 });
    await server.db.deleteFrom('codeSegment').where('batchId', '=', batchId).execute();
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      batchId,
      ordinalFrom: i * 2,
      count: 2,
      status: i % 2 ? 'void' : 'activated',
    }));
    await server.db.insertInto('codeSegment').values(rows).execute();
    const { data } = (await desk.planner.get(`/manage/batch/${batchId}/runs`)).body;
    expect(data.length).toBeLessThanOrEqual(2000);
    let next = 1;
    for (const { from, to } of data) {
      expect(from).toBe(next);
      next = to + 1;
    }
    expect(next).toBe(10_001);
  });
});
