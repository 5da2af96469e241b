import { type CodeStatus, codeStatuses } from '@suyuan/contract';
import { array, assert, asyncProperty, constantFrom, integer, property, record } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../../test/issued-codes.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { mostSevere, overlayStatuses } from './effective-state.service.ts';
import {
  applyChange,
  intersectRuns,
  mergeNeighbours,
  normalizeRuns,
  type Ordinals,
  packBlock,
  type StateRun,
  sizeOf,
  subtractRuns,
  unpackBlock,
  without,
} from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { changeStates, loadRuns, type StoredRuns, stateRunsOf } from './stored-runs.queries.ts';

/** A few stretches of a tiny size. */
const CODES = 64;
/** So few rows that nearly every change packs some stretches. */
const TINY = { runs: 4, block: 8, denseRuns: 3 };

const changeLists = array(
  record({
    runs: array(record({ from: integer({ min: 0, max: CODES - 1 }), count: integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 5 }),
    status: constantFrom<CodeStatus[]>('issued', 'activated', 'shipped', 'void'),
  }),
  { minLength: 1, maxLength: 8 },
);

const inBatch = (runs: readonly Ordinals[]) =>
  normalizeRuns(runs.map(({ from, count }) => ({ from, count: Math.min(count, CODES - from) })));
const has = (runs: readonly Ordinals[], ordinal: number) => runs.some(({ from, count }) => ordinal >= from && ordinal < from + count);
const runLists = array(record({ from: integer({ min: 0, max: 40 }), count: integer({ min: 1, max: 9 }) }), { maxLength: 8 });

describe('ordinal runs', () => {
  it('are merged, intersected and subtracted like sets of ordinals', () => {
    assert(
      property(runLists, runLists, (one, other) => {
        const [a, b] = [normalizeRuns(one), normalizeRuns(other)];
        for (let ordinal = 0; ordinal < 60; ordinal++) {
          expect(has(a, ordinal)).toBe(has(one, ordinal));
          expect(has(intersectRuns(a, b), ordinal)).toBe(has(a, ordinal) && has(b, ordinal));
          expect(has(without(a, b), ordinal)).toBe(has(a, ordinal) && !has(b, ordinal));
        }
        expect(sizeOf(intersectRuns(a, b)) + sizeOf(without(a, b))).toBe(sizeOf(a));
      }),
    );
  });

  it('keep their properties when other runs are cut out or added', () => {
    const kinds = constantFrom<CodeStatus[]>('activated', 'frozen', 'recalled', 'void');
    const partLists = array(record({ gap: integer({ min: 0, max: 3 }), count: integer({ min: 1, max: 9 }), status: kinds }), {
      maxLength: 8,
    });
    const kind = { statusBefore: null, holderId: null, reason: null };
    const toStateRuns = (parts: { gap: number; count: number; status: CodeStatus }[]) => {
      let end = 0;
      return parts.map(({ gap, count, status }): StateRun => {
        const from = end + gap;
        end = from + count;
        return { ...kind, from, count, status };
      });
    };
    const statusesAt = (stateRuns: readonly StateRun[], ordinal: number) =>
      stateRuns.filter(({ from, count }) => ordinal >= from && ordinal < from + count).map(({ status }) => status);
    const isInOrder = (stateRuns: readonly StateRun[]) =>
      stateRuns.every(({ from, count }, index) => count > 0 && from + count <= (stateRuns[index + 1]?.from ?? 1000));
    assert(
      property(partLists, partLists, (one, other) => {
        const [stateRuns, overlays] = [toStateRuns(one), toStateRuns(other)];
        const [remainder, both] = [subtractRuns(stateRuns, overlays), overlayStatuses(stateRuns, overlays)];
        expect(isInOrder(remainder) && isInOrder(both)).toBe(true);
        for (let ordinal = 0; ordinal < 100; ordinal++) {
          const [own, above] = [statusesAt(stateRuns, ordinal), statusesAt(overlays, ordinal)];
          expect(statusesAt(remainder, ordinal)).toEqual(above.length > 0 ? [] : own);
          expect(statusesAt(both, ordinal)).toEqual(
            own.map((status) => above.reduce((severest, each) => mostSevere(severest, each), status)),
          );
        }
      }),
    );
  });

  it('keep every state when packed, and painting a run equals painting each code', () => {
    assert(
      property(changeLists, (changes) => {
        let stateRuns: StateRun[] = [{ from: 0, count: CODES, status: 'issued', statusBefore: null, holderId: null, reason: null }];
        const statuses: CodeStatus[] = Array.from({ length: CODES }, () => 'issued');
        for (const { runs, status } of changes) {
          stateRuns = applyChange(stateRuns, inBatch(runs), (kind) => ({ ...kind, status }));
          for (const { from, count } of inBatch(runs)) statuses.fill(status, from, from + count);
        }
        const block = packBlock({ from: 0, count: CODES }, stateRuns);
        expect(unpackBlock(block)).toEqual(stateRuns);
        expect(block.totals.reduce((sum, total) => sum + total, 0)).toBe(CODES);
        expect(mergeNeighbours(stateRuns)).toEqual(stateRuns);
        expect(stateRuns.flatMap(({ count, status }) => Array.from({ length: count }, () => status))).toEqual(statuses);
      }),
    );
  });
});

describe('packed runs', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('do not change reads, counts, pages and actions', async () => {
    const { db } = server;
    let wasPacked = false;
    const invariant = asyncProperty(changeLists, async (changes) => {
      const { batchId } = await issueCodes(server.installation, { count: CODES, status: 'issued' });
      const statuses: CodeStatus[] = Array.from({ length: CODES }, () => 'issued');
      for (const { runs, status } of changes) {
        const batchRuns = inBatch(runs);
        await db.transaction().execute(async (tx) => {
          const storedRuns: StoredRuns = await loadRuns(tx, batchId, 0, batchRuns);
          await changeStates(tx, storedRuns, batchRuns, (kind) => ({ ...kind, status }), TINY);
        });
        for (const { from, count } of batchRuns) statuses.fill(status, from, from + count);
      }
      const rows = await db.selectFrom('codeSegment').select('ordinalFrom').where('batchId', '=', batchId).execute();
      expect(rows.length).toBeLessThanOrEqual(TINY.runs);
      wasPacked ||=
        rows.length === 0 || (await db.selectFrom('codeBlock').select('count').where('batchId', '=', batchId).execute()).length > 0;

      const allRuns = [{ from: 0, count: CODES }];
      expect(
        stateRunsOf(await loadRuns(db, batchId, 0, allRuns), allRuns).flatMap(({ count, status }) =>
          Array.from({ length: count }, () => status),
        ),
      ).toEqual(statuses);
      const counts = Object.fromEntries(
        codeStatuses.map((status) => [status, statuses.filter((one) => one === status).length]).filter(([, n]) => n),
      );
      expect(await segments.countByStatus(db, batchId)).toEqual(counts);
      const { rows: each } = await sql<{ status: CodeStatus }>`
        select o.status from generate_series(0, ${CODES - 1}::bigint) i cross join lateral code_own(${batchId}::bigint, 0, i) o order by i`.execute(
        db,
      );
      expect(each.map(({ status }) => status)).toEqual(statuses);
      for (const status of ['issued', 'void'] as const)
        for (const [page, count] of [[1], [2], [9], [1, 4], [2, 17], [9, 30]] as [number, number?][]) {
          const from = page * 3;
          const within = (ordinal: number) => ordinal >= from && ordinal < from + (count ?? CODES);
          const ordinals = statuses.flatMap((one, ordinal) => (one === status && within(ordinal) ? [ordinal] : []));
          const pages = { level: 0, from, count, page, pageSize: 5 };
          const { slices, total } = await segments.listSlicesOf(db, batchId, { statuses: [status] }, pages);
          expect(total).toBe(ordinals.length);
          const skip = segments.offsetOf({ page, pageSize: 5 }, ordinals.length);
          expect(slices.flatMap((slice) => Array.from({ length: slice.count }, (_, i) => slice.from + i))).toEqual(
            ordinals.slice(skip, skip + 5),
          );
        }
    });
    await assert(invariant, { numRuns: 12 });
    expect(wasPacked).toBe(true);
  });

  it('are created at once when one action fragments a range, without a row for each', async () => {
    const { db } = server;
    const { batchId } = await issueCodes(server.installation, { count: 3000, status: 'issued' });
    const odd = Array.from({ length: 600 }, (_, i) => ({ from: i * 2, count: 1 }));
    const { written: writtenRows } = await db.transaction().execute(async (tx) => {
      await changeStates(tx, await loadRuns(tx, batchId, 0, odd), odd, (kind) => ({ ...kind, status: 'void' }));
      const { rows } = await sql<{ written: number }>`select count(*) as written from code_segment
        where batch_id = ${batchId} and xmin = pg_current_xact_id()::xid`.execute(tx);
      return rows[0]!;
    });
    expect(writtenRows).toBe(0);
    expect(await segments.countByStatus(db, batchId)).toEqual({ issued: 2400, void: 600 });
  });

  it('are listed and changed by the API like plain runs', async () => {
    const { db } = server;
    const { batchId } = await issueCodes(server.installation, { count: 3000, status: 'issued' });
    const odd = Array.from({ length: 1500 }, (_, i) => ({ from: i * 2, count: 1 }));
    const allRuns = [{ from: 0, count: 3000 }];
    await db.transaction().execute(async (tx) => {
      const storedRuns = await loadRuns(tx, batchId, 0, allRuns);
      await changeStates(tx, storedRuns, odd, (kind) => ({ ...kind, status: 'void', reason: '漏印' }), {
        runs: 100,
        block: 512,
        denseRuns: 1000,
      });
    });
    const desk = await server.as([...'list query freeze unfreeze'.split(' ').map((verb) => `manage:code:${verb}`), 'manage:batch:query']);
    const list = async (query: string) => (await desk.get(`/manage/code/list?batchId=${batchId}&${query}`)).body;
    const act = async (name: string, from: number, to: number) =>
      (await desk.put(`/manage/code/${name}`, { batchId, from, to, reason: '抽检' })).body;
    expect(await act('freeze', 2, 2)).toMatchObject({ code: 200 });
    expect(await act('freeze', 1, 2)).toMatchObject({ problem: 'rangeStateWrong', params: { from: 1, to: 1 } });
    expect(await list('status=frozen')).toMatchObject({ total: 1, rows: [{ ordinal: 2, status: 'frozen' }] });
    expect(await list('status=void&pageSize=2&pageNum=750')).toMatchObject({ total: 1500, rows: [{ ordinal: 2997 }, { ordinal: 2999 }] });
    expect((await list('status=issued&ordinalFrom=1500&pageSize=1')).total).toBe(751);
    expect((await desk.get(`/manage/batch/${batchId}`)).body.data.statusCounts).toEqual({ issued: 1499, void: 1500, frozen: 1 });
    expect((await desk.get(`/manage/code/detail?batchId=${batchId}&ordinal=3`)).body.data).toMatchObject({
      status: 'void',
      reason: '漏印',
    });
    expect((await desk.get(`/manage/batch/${batchId}/runs`)).body.data.at(-1).to).toBe(3000);
    const { rows } = await sql<{ blocks: number }>`select count(*) as blocks from code_block where batch_id = ${batchId}`.execute(db);
    expect(rows[0]?.blocks).toBeGreaterThan(3);
    expect(await act('unfreeze', 2, 2)).toMatchObject({ code: 200 });
    expect((await list('status=issued&pageSize=1')).total).toBe(1500);
  });
});
