/** Over 300 lines: includes a simple model of units, cases and pallets as the reference. */
import type { CodeRun, CodeStatus } from '@suyuan/contract';
import { type Arbitrary, array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/problem.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import type { Client } from '../../../test/test-server.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import { previewVerification } from '../../scans/verification/verification.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from './code.service.ts';

/** The last container of each level is partly filled. */
const [UNITS, CASES, PALLETS] = [18, 5, 3];
const packaging = [
  { level: 2, contains: 4 },
  { level: 3, contains: 2 },
];

interface Plain {
  status: CodeStatus;
  before: CodeStatus | null;
  holder: number | null;
  /** Index of the container. */
  parent: number | null;
}

type Level = 0 | 2 | 3;
/** The reference model: individual codes. */
type Model = Record<Level, Plain[]>;

const freshModel = (): Model => {
  const some = (count: number, size: number | null) =>
    Array.from(
      { length: count },
      (_, i): Plain => ({ status: 'activated', before: null, holder: null, parent: size && Math.floor(i / size) }),
    );
  return { 0: some(UNITS, 4), 2: some(CASES, 2), 3: some(PALLETS, null).map((one) => ({ ...one, parent: null })) };
};

const counts: Record<Level, number> = { 0: UNITS, 2: CASES, 3: PALLETS };
const upper: Record<Level, Level | null> = { 0: 2, 2: 3, 3: null };
const gravity = (status: CodeStatus) => ['frozen', 'recalled', 'void'].indexOf(status);
const steps = {
  freeze: ['activated', 'packed', 'shipped'],
  unfreeze: ['frozen'],
  void: ['activated', 'packed', 'shipped', 'frozen', 'recalled'],
  ship: ['activated', 'packed', 'shipped'],
  return: ['shipped'],
} as const;
type Step = keyof typeof steps;

/** Nearest first. */
function containersAround(model: Model, level: Level, index: number): Plain[] {
  const [above, parent] = [upper[level], model[level][index]?.parent ?? null];
  if (above === null || parent === null) return [];
  return [model[above][parent]!, ...containersAround(model, above, parent)];
}

const contentOf = (model: Model, level: Level, parent: number): [Level, number][] => {
  if (level === 0) return [];
  const childLevel: Level = level === 3 ? 2 : 0;
  const children = model[childLevel].flatMap((code, i): [Level, number][] => (code.parent === parent ? [[childLevel, i]] : []));
  return children.flatMap((child): [Level, number][] => [child, ...contentOf(model, child[0], child[1])]);
};

/** Undefined if the code stays unchanged. */
function afterStep({ status, before, holder, parent }: Plain, step: Step, dealer: number, isContainer: boolean): Plain | undefined {
  const allowed: readonly string[] =
    isContainer && (step === 'ship' || step === 'return') ? ['activated', 'packed', 'shipped'] : steps[step];
  if (!allowed.includes(status)) return undefined;
  if (step === 'freeze') return { status: 'frozen', before: status, holder, parent };
  if (step === 'unfreeze') return { status: before ?? 'issued', before: null, holder, parent };
  if (step === 'void') return { status: 'void', before: null, holder, parent };
  return { status: step === 'ship' ? 'shipped' : 'activated', before: null, holder: step === 'ship' ? dealer : null, parent };
}

/** False if it is refused and nothing changes. */
function act(model: Model, step: Step, level: Level, from: number, to: number, dealer: number): boolean {
  const selected = Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
  const isContainerOnly = step !== 'ship' && step !== 'return';
  const content = selected.flatMap((index) => contentOf(model, level, index));
  for (const index of selected) {
    const { status } = model[level][index]!;
    if (isContainerOnly || level === 0 ? !(steps[step] as readonly string[]).includes(status) : gravity(status) >= 0) return false;
    if (!isContainerOnly && containersAround(model, level, index).some((one) => gravity(one.status) >= 0)) return false;
  }
  const isStopped = (status: CodeStatus) => step === 'ship' && (status === 'frozen' || status === 'recalled');
  if (!isContainerOnly && content.some(([at, index]) => at === 0 && isStopped(model[at][index]!.status))) return false;

  const affected: [Level, number][] = [...selected.map((index): [Level, number] => [level, index]), ...(isContainerOnly ? [] : content)];
  if (!isContainerOnly) affected.push(...fullContainers(model, level, new Set(selected)));
  for (const [at, index] of affected) model[at][index] = afterStep(model[at][index]!, step, dealer, at > 0) ?? model[at][index]!;
  return true;
}

/** Containers with exactly their original children, all within a run. */
function fullContainers(model: Model, level: Level, selected: ReadonlySet<number>): [Level, number][] {
  const above = upper[level];
  if (above === null) return [];
  const size = above === 2 ? 4 : 2;
  const fullParents = Array.from({ length: counts[above] }, (_, i) => i).filter((parent) => {
    const originalChildren = model[level].flatMap((_, i) => (Math.floor(i / size) === parent ? [i] : []));
    const children = model[level].flatMap((code, i) => (code.parent === parent ? [i] : []));
    return originalChildren.length > 0 && originalChildren.join() === children.join() && originalChildren.every((i) => selected.has(i));
  });
  return [
    ...fullParents.map((index): [Level, number] => [above, index]),
    ...(fullParents.length > 0 ? fullContainers(model, above, new Set(fullParents)) : []),
  ];
}

const unpackedStatus = <Status extends CodeStatus | null>(status: Status) => (status === 'packed' ? 'activated' : status);
const takeOut = ({ status, before, holder }: Plain): Plain => ({
  status: unpackedStatus(status),
  before: unpackedStatus(before),
  holder,
  parent: null,
});

/** False if it is refused. */
function packPlain(model: Model, box: number, listed: readonly number[], join: boolean, move: boolean): boolean {
  const units = model[0];
  const container = model[2][box]!;
  const isSevere = (one: Plain) => gravity(one.status) >= 0;
  if (isSevere(container) || containersAround(model, 2, box).some(isSevere)) return false;
  for (const index of listed) {
    const { status, parent } = units[index]!;
    if (containersAround(model, 0, index).some(isSevere)) return false;
    const elsewhere = parent !== null && parent !== box && parent !== Math.floor(index / 4);
    if (!move && elsewhere) return false;
    if (status !== 'activated' && status !== 'packed') return false;
  }
  const otherContent = units.flatMap((code, i) => (code.parent === box && !listed.includes(i) ? [i] : []));
  if (listed.length + (join ? otherContent.length : 0) > 4) return false;
  for (const index of listed)
    units[index] = { ...units[index]!, status: 'packed', holder: container.holder ?? units[index]!.holder, parent: box };
  if (!join) for (const index of otherContent) units[index] = takeOut(units[index]!);
  return true;
}

function unpackPlain(model: Model, from: number, to: number): boolean {
  const indexes = Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
  if (indexes.every((index) => model[0][index]!.parent === null)) return false;
  if (indexes.some((index) => containersAround(model, 0, index).some((one) => gravity(one.status) >= 0))) return false;
  for (const index of indexes) model[0][index] = takeOut(model[0][index]!);
  return true;
}

/** Units of each case, by packaging ratio. */
const casefuls = Array.from({ length: CASES }, (_, box) => Array.from({ length: Math.min(4, UNITS - box * 4) }, (_unit, i) => box * 4 + i));

const acts = array(
  oneof(
    record({
      kind: constantFrom('act' as const),
      step: constantFrom<Step[]>('freeze', 'unfreeze', 'void', 'ship', 'return'),
      level: constantFrom<Level[]>(0, 0, 2, 3),
      at: integer({ min: 1, max: UNITS }),
      length: integer({ min: 1, max: 9 }),
      dealer: integer({ min: 0, max: 1 }),
    }),
    record({
      kind: constantFrom('pack' as const),
      box: integer({ min: 0, max: CASES - 1 }),
      listed: oneof(array(integer({ min: 0, max: UNITS - 1 }), { minLength: 1, maxLength: 4 }), constantFrom(...casefuls)),
      join: boolean(),
      move: boolean(),
    }),
    record({ kind: constantFrom('unpack' as const), at: integer({ min: 1, max: UNITS }), length: integer({ min: 1, max: 3 }) }),
  ),
  { minLength: 1, maxLength: 9 },
);

type Act = typeof acts extends Arbitrary<(infer One)[]> ? One : never;

describe('boxes, cases and pallets', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let packer: Client;
  let dealers: number[];

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    packer = await server.as([...batchPermissions, 'manage:code:pack', 'manage:code:unpack', 'manage:code:relabel']);
    dealers = [(await insertDealer(server.db)).channelBusinessId, (await insertDealer(server.db)).channelBusinessId];
    return () => server.close();
  });

  const put = async (verb: string, body: object, by = packer) => (await by.put(`/manage/code/${verb}`, body)).body;
  const list = async (query: string, by = packer) => (await by.get(`/manage/code/list?pageSize=100&${query}`)).body;
  const textsOf = async (batchId: number, level: number): Promise<string[]> =>
    (await list(`batchId=${batchId}&level=${level}`)).rows.map(({ code }: { code: string }) => code);
  const activeBatch = async (overrides: object = {}) => {
    const batchId = await desk.issued({ quantity: UNITS, packaging, ...overrides });
    expect((await desk.act(batchId, 'activate')).body.code).toBe(200);
    return batchId;
  };
  /** Ships or returns directly, without a shipment. */
  const paint = (batchId: number, step: 'ship' | 'return', level: number, from: number, to: number, holder: number) =>
    server.db
      .transaction()
      .execute((tx) =>
        codeService.applyStep(tx, [{ batchId, level, from: from - 1, count: to - from + 1 }], step, step === 'ship' ? { holder } : {}),
      )
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem) return false;
          throw error;
        },
      );

  it('are separate runs in the status bar of their batch', async () => {
    const batchId = await activeBatch();
    const runs = async (query: string) => (await desk.planner.get(`/manage/batch/${batchId}/runs${query}`)).body;
    const units = [{ from: 1, to: UNITS, status: 'activated', own: 'activated', reason: null }];
    expect((await runs('')).data).toEqual(units);
    expect((await runs('?level=0')).data).toEqual(units);
    expect((await runs('?level=1')).data).toEqual([]);
    expect((await runs('?level=2')).data).toMatchObject([{ from: 1, to: CASES }]);
    expect((await runs('?level=3')).data).toMatchObject([{ from: 1, to: PALLETS }]);
    expect(await runs('?level=4')).toMatchObject({ problem: 'invalidInput', params: { field: 'level' } });
  });

  it('are created on issue by the packaging of batch or product, the last of each partly filled', async () => {
    const batchId = await activeBatch();
    for (const [level, total] of [
      [0, UNITS],
      [1, 0],
      [2, CASES],
      [3, PALLETS],
    ])
      expect((await list(`batchId=${batchId}&level=${level}`)).total).toBe(total);
    const { rows } = await list(`batchId=${batchId}&level=2`);
    expect(rows.at(-1)).toMatchObject({ level: 2, ordinal: 5, status: 'activated', parent: { level: 3, ordinal: 3 } });
    const all = [...(await textsOf(batchId, 0)), ...(await textsOf(batchId, 2)), ...(await textsOf(batchId, 3))];
    expect(new Set(all).size).toBe(UNITS + CASES + PALLETS);
    const plain = await desk.issued({ quantity: 5 });
    expect((await list(`batchId=${plain}&level=2`)).total).toBe(0);
    expect((await list(`batchId=${plain}`)).rows[0].parent).toBeNull();
    expect((await desk.read(batchId)).packaging).toEqual(packaging);
    const wrong = await packer.post('/manage/batch', desk.input({ packaging: [packaging[1], packaging[0]] }));
    expect(wrong.body).toMatchObject({ problem: 'invalidInput', params: { field: 'packaging' } });
  });

  it('list their content, and a code lists its containers', async () => {
    const batchId = await activeBatch();
    const detail = async (query: string) => (await packer.get(`/manage/code/detail?batchId=${batchId}&${query}`)).body.data;
    expect(await detail('ordinal=7')).toMatchObject({
      level: 0,
      content: [],
      capacity: null,
      frames: [
        { level: 2, ordinal: 2, contains: 4, place: 3, status: 'activated' },
        { level: 3, ordinal: 1, contains: 2, place: 2 },
      ],
    });
    expect(await detail('level=3&ordinal=3')).toMatchObject({
      frames: [],
      capacity: 2,
      content: [
        { level: 2, codes: 1 },
        { level: 0, codes: 2 },
      ],
    });
    const [pallet] = await textsOf(batchId, 3);
    expect((await list(`parent=${pallet}`)).rows).toMatchObject([
      { level: 2, ordinal: 1 },
      { level: 2, ordinal: 2 },
    ]);
    expect((await packer.get(`/manage/code/detail?code=${pallet}`)).body.data).toMatchObject({ level: 3, ordinal: 1 });
    expect(await list(`parent=${(await textsOf(batchId, 0))[0]}`)).toMatchObject({ problem: 'containerUnreadable' });
  });

  it('pass their status to their content while it is inside', async () => {
    const other = await activeBatch();
    const batchId = await activeBatch();
    const [pallet] = await textsOf(batchId, 3);
    const units = await textsOf(batchId, 0);
    const verdictOf = async () => (await previewVerification(server.installation, units[2] ?? '')).verdict;
    expect(await verdictOf()).not.toBe('frozen');
    expect((await put('freeze', { container: pallet, reason: '抽检' })).code).toBe(200);
    expect(await verdictOf()).toBe('frozen');
    const frozenPage = await list(`batchId=${batchId}&status=frozen`);
    expect(frozenPage.total).toBe(8);
    expect(frozenPage.rows[7]).toMatchObject({ ordinal: 8, status: 'frozen', parent: { level: 2, ordinal: 2 } });
    const one = (await packer.get(`/manage/code/detail?batchId=${batchId}&ordinal=1`)).body.data;
    expect(one).toMatchObject({ status: 'frozen', ownStatus: 'activated', reason: '抽检' });
    const problem = { problem: 'codeHeldByContainer', params: { field: 'from', from: 1, to: 1 } };
    expect(await put('unpack', { codes: [units[0]] })).toMatchObject({ ...problem, params: { field: 'codes', from: 1, to: 1 } });
    expect(await put('freeze', { container: pallet, reason: '抽检' })).toMatchObject({
      problem: 'rangeStateWrong',
      params: { field: 'container' },
    });
    // the part in the pallet, and the code in it, not the first of the selection
    expect(await put('unpack', { batchId, from: 7, to: 12 })).toMatchObject({ ...problem, params: { from: 7, to: 8 } });
    expect(await put('unpack', { codes: [(await textsOf(other, 0))[0], units[4]] })).toMatchObject({
      ...problem,
      params: { from: 5, to: 5 },
    });
    expect(await paint(batchId, 'ship', 0, 1, 1, dealers[0]!)).toBe(false);
    const histories = (await packer.get(`/manage/code/history?batchId=${batchId}&ordinal=3`)).body.data.events;
    expect(histories[0]).toMatchObject({ action: 'freeze', level: 0, ordinalFrom: 1, ordinalTo: 8 });
    expect((await packer.get(`/manage/batch/${batchId}/events`)).body.data[0]).toMatchObject({ action: 'freeze', level: 3, codes: 1 });
    const lists = await server.db
      .selectFrom('codeSegment')
      .select('level')
      .where('batchId', '=', batchId)
      .where('status', '=', 'frozen')
      .execute();
    expect(lists).toEqual([{ level: 3 }]);
    expect((await put('unfreeze', { container: pallet, reason: '合格' })).code).toBe(200);
    expect((await list(`batchId=${batchId}&status=frozen`)).total).toBe(0);
  });

  it('move with their content to a dealer and back, except wasted codes', async () => {
    const batchId = await activeBatch();
    expect((await put('void', { batchId, from: 2, to: 2, reason: '破损' })).code).toBe(200);
    expect(await paint(batchId, 'ship', 3, 1, 1, dealers[0]!)).toBe(true);
    expect((await list(`batchId=${batchId}&holderId=${dealers[0]}&status=shipped`)).total).toBe(7);
    expect((await list(`batchId=${batchId}&status=shipped`)).rows[1]).toMatchObject({ ordinal: 3, holderId: dealers[0] });
    expect((await list(`batchId=${batchId}&level=2&status=shipped`)).total).toBe(2);
    expect((await list(`batchId=${batchId}&status=void`)).total).toBe(1);
    expect(await paint(batchId, 'ship', 3, 1, 1, dealers[1]!)).toBe(true);
    expect((await list(`batchId=${batchId}&holderId=${dealers[1]}&status=shipped`)).total).toBe(7);
    expect(await paint(batchId, 'return', 3, 1, 1, 0)).toBe(true);
    expect((await list(`batchId=${batchId}&status=activated`)).total).toBe(UNITS - 1);
    expect((await list(`batchId=${batchId}&holderId=${dealers[1]}`)).total).toBe(0);
  });

  it('report the holder of blocked content in each kind of list', async () => {
    const batchId = await activeBatch();
    const units = await textsOf(batchId, 0);
    const [box] = await textsOf(batchId, 2);
    const heldOrdinals = async (by: number | undefined, within: string) => {
      const { rows, total } = await list(`${within}&level=0&holderId=${by}`);
      expect(total).toBe(rows.length);
      expect(rows.every((row: { holderId: number }) => row.holderId === by)).toBe(true);
      return rows.map(({ ordinal }: { ordinal: number }) => ordinal);
    };
    const everywhere = [`batchId=${batchId}`, `codes=${units.join(',')}`];
    expect(await paint(batchId, 'ship', 3, 1, 1, dealers[0]!)).toBe(true);
    expect((await put('void', { batchId, from: 2, to: 2, reason: '破损' })).code).toBe(200);
    expect(await paint(batchId, 'ship', 2, 1, 1, dealers[1]!)).toBe(true);
    for (const within of everywhere) {
      expect(await heldOrdinals(dealers[1], within)).toEqual([1, 2, 3, 4]);
      expect(await heldOrdinals(dealers[0], within)).toEqual([5, 6, 7, 8]);
      expect(await heldOrdinals(dealers[1], `${within}&status=void`)).toEqual([2]);
      expect(await heldOrdinals(dealers[1], `${within}&ordinalTo=2`)).toEqual([1, 2]);
    }
    expect(await heldOrdinals(dealers[1], `parent=${box}`)).toEqual([1, 2, 3, 4]);
    expect(await heldOrdinals(dealers[0], `parent=${box}`)).toEqual([]);
  });

  it('are packed by scanned lists, each code in one container, across batches too', async () => {
    const batchId = await activeBatch();
    const other = await activeBatch({ packaging: null });
    const [units, cases, others] = [await textsOf(batchId, 0), await textsOf(batchId, 2), await textsOf(other, 0)];
    const refusals: [object, string][] = [
      [{ container: units[0], codes: [units[1]] }, 'containerUnreadable'],
      [{ container: cases[0], codes: [cases[0]] }, 'containerInItself'],
      [{ container: cases[0], codes: [cases[1]] }, 'containerInItself'],
      [{ container: (await textsOf(batchId, 3))[0], codes: [(await textsOf(batchId, 3))[1]] }, 'containerInItself'],
      [{ container: cases[0], codes: ['NOTOURS', units[0]] }, 'codesUnreadable'],
      [{ container: cases[0], codes: units.slice(0, 5) }, 'containerFull'],
      [{ container: cases[0], codes: [units[9]], join: true }, 'containerFull'],
      [{ container: cases[0], codes: [] }, 'invalidInput'],
    ];
    for (const [body, problem] of refusals) expect(await put('pack', body)).toMatchObject({ problem });
    expect(await put('pack', { container: cases[0], codes: [units[0], units[17], others[2], others[3]] })).toMatchObject({
      data: { packed: 4, released: 3 },
    });
    expect((await list(`parent=${cases[0]}`)).rows.map((row: Record<string, unknown>) => [row.batchId, row.ordinal, row.status])).toEqual([
      [batchId, 1, 'packed'],
      [batchId, 18, 'packed'],
      [other, 3, 'packed'],
      [other, 4, 'packed'],
    ]);
    expect((await list(`batchId=${batchId}&ordinalFrom=2`)).rows[0]).toMatchObject({ ordinal: 2, parent: null, status: 'activated' });
    expect(await put('pack', { container: cases[1], codes: [others[2]] })).toMatchObject({
      problem: 'codePackedElsewhere',
      params: { code: others[2], container: cases[0] },
    });
    expect(await put('pack', { container: cases[1], codes: [others[2]], move: true })).toMatchObject({ code: 200 });
    expect((await list(`parent=${cases[0]}`)).total).toBe(3);
    expect((await put('freeze', { container: cases[1], reason: '抽检' })).code).toBe(200);
    expect((await list(`batchId=${other}&status=frozen`)).rows).toMatchObject([{ ordinal: 3 }]);
    expect((await put('unfreeze', { container: cases[1], reason: '合格' })).code).toBe(200);
    expect(await put('unpack', { container: cases[0] })).toMatchObject({ data: { packed: 0, released: 3 } });
    expect(await put('unpack', { container: cases[0] })).toMatchObject({ problem: 'containerEmpty', params: { container: cases[0] } });
    expect(await put('unpack', { codes: [units[0]] })).toMatchObject({ problem: 'codeNotPacked' });
    expect(await put('pack', { container: cases[0], codes: [units[0]] }, desk.planner)).toMatchObject({ code: 403 });
  });

  it('release a part that goes to another dealer, and content that was frozen', async () => {
    const batchId = await activeBatch();
    const [units, cases] = [await textsOf(batchId, 0), await textsOf(batchId, 2)];
    await paint(batchId, 'ship', 2, 1, 1, dealers[0]!);
    await paint(batchId, 'ship', 0, 1, 2, dealers[1]!);
    const rows = (await list(`batchId=${batchId}&status=shipped`)).rows;
    expect(rows.map((row: Record<string, unknown>) => row.holderId)).toEqual([dealers[1], dealers[1], dealers[0], dealers[0]]);
    expect((await list(`batchId=${batchId}&holderId=${dealers[1]}`)).total).toBe(2);
    await paint(batchId, 'return', 0, 3, 3, 0);
    expect((await list(`batchId=${batchId}&ordinalFrom=3`)).rows[0]).toMatchObject({ ordinal: 3, status: 'activated', holderId: null });

    expect((await put('pack', { container: cases[1], codes: [units[4], units[5]] })).code).toBe(200);
    expect((await put('freeze', { codes: [units[4]], reason: '抽检' })).code).toBe(200);
    expect((await put('unpack', { container: cases[1] })).code).toBe(200);
    expect((await put('unfreeze', { codes: [units[4]], reason: '合格' })).code).toBe(200);
    expect((await list(`batchId=${batchId}&ordinalFrom=5`)).rows[0]).toMatchObject({ ordinal: 5, status: 'activated', parent: null });
  });

  it('keep their state with a new label, and a scan of the old label reports it', async () => {
    const batchId = await activeBatch();
    const cases = await textsOf(batchId, 2);
    await paint(batchId, 'ship', 2, 2, 2, dealers[0]!);
    const before = (await list(`parent=${cases[1]}`)).rows;
    const relabel = (container: unknown, by?: Client) => put('relabel', { container, reason: '印错' }, by);
    const answers = await Promise.all([relabel(cases[1]), relabel(cases[1])]);
    const { data } = answers.find(({ code }) => code === 200) ?? {};
    expect(data).toMatchObject({ batchId, level: 2, ordinal: 2, code: expect.any(String) });
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ problem: 'labelReplaced' });
    expect(data.code).not.toBe(cases[1]);
    const after = (await list(`parent=${data.code}`)).rows;
    expect(after.map(({ parent: _, ...row }: Record<string, unknown>) => row)).toEqual(
      before.map(({ parent: _, ...row }: Record<string, unknown>) => row),
    );
    expect(await textsOf(batchId, 2)).toEqual(cases.map((text: string, index: number) => (index === 1 ? data.code : text)));
    const fetchDetail = (text: string, by = packer) => by.get(`/manage/code/detail?code=${encodeURIComponent(text)}`);
    const { body: old } = await fetchDetail(String(cases[1]));
    expect(old).toMatchObject({ problem: 'labelReplaced', params: { ordinal: 2 } });
    expect(old.msg).toMatch(/是箱 #2 的旧标签，20.* 已换新；扫它现在的标签，或从批次里打开它$/);
    expect((await fetchDetail(data.code)).body.data).toMatchObject({ ordinal: 2, level: 2, status: 'shipped', holderId: dealers[0] });
    expect((await previewVerification(server.installation, String(cases[1]))).verdict).toBe('unknown');
    expect((await previewVerification(server.installation, data.code)).code).toMatchObject({ batchId, ordinal: 2 });
    expect((await relabel(data.code)).code).toBe(200);
    expect((await list(`batchId=${batchId}&level=2`)).total).toBe(CASES);
    expect(await relabel((await textsOf(batchId, 0))[0])).toMatchObject({ problem: 'containerUnreadable' });
    expect(await relabel(cases[0], desk.planner)).toMatchObject({ code: 403 });
    expect(await relabel(cases[0], await server.as(['manage:code:relabel']))).toMatchObject({ problem: 'forbidden' });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:code:query'], { deptId, dataScope: '3' });
    expect((await fetchDetail(String(cases[1]), foreigner)).body).toMatchObject({ problem: 'notFound' });
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data.map(({ action }: { action: string }) => action);
    expect(events.filter((action: string) => action === 'relabel')).toHaveLength(2);
  });

  it('take a code once when two users pack it at once', async () => {
    const batchId = await activeBatch();
    const [units, cases] = [await textsOf(batchId, 0), await textsOf(batchId, 2)];
    const answers = await Promise.all(cases.map((container) => put('pack', { container, codes: [units[0], units[17]] })));
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(1);
    for (const { code, problem } of answers) expect(code === 200 || problem === 'codePackedElsewhere').toBe(true);
    const contents = await Promise.all(cases.map(async (container) => (await list(`parent=${container}`)).rows as { ordinal: number }[]));
    expect(contents.flat().filter(({ ordinal }) => ordinal === 1)).toHaveLength(1);
    expect(contents.flat().filter(({ ordinal }) => ordinal === 18)).toHaveLength(1);
  });

  it('are locked together with the batches of their content, in the order of all locks', async () => {
    const inner = await activeBatch({ packaging: null });
    const batchId = await activeBatch();
    const [[container], [unit]] = [await textsOf(batchId, 2), await textsOf(inner, 0)];
    expect(await put('pack', { container, codes: [unit] })).toMatchObject({ code: 200 });
    const { freezing } = await inTransaction(server.db, async (tx) => {
      await sql`select from batch where batch_id = ${inner} for update`.execute(tx);
      const pending = put('freeze', { batchId, level: 2, from: 1, to: 1, reason: '抽检' });
      await waitForBlockedTransaction(server.db);
      // without a lock here, the two cannot wait for each other
      await sql`select from batch where batch_id = ${batchId} for update nowait`.execute(tx);
      return { freezing: pending };
    });
    expect(await freezing).toMatchObject({ code: 200 });
    expect((await list(`batchId=${inner}&status=frozen`)).total).toBe(1);
  });

  it('are all in a range without an end, also those added while it waits', async () => {
    const batchId = await activeBatch({ packaging: null });
    const { freezing } = await inTransaction(server.db, async (tx) => {
      await sql`select from batch where batch_id = ${batchId} for update`.execute(tx);
      const { spaceId } = await tx.selectFrom('batchRange').select('spaceId').where('batchId', '=', batchId).executeTakeFirstOrThrow();
      await batchService.addCodes(tx, { batchId, spaceId, sizes: [0, 0, 0], count: 2 });
      const pending = put('freeze', { batchId, from: 3, reason: '抽检' });
      await waitForBlockedTransaction(server.db);
      return { freezing: pending };
    });
    expect(await freezing).toMatchObject({ code: 200 });
    expect((await list(`batchId=${batchId}&status=frozen`)).total).toBe(UNITS);
  });

  it('behave like plain codes in plain boxes after any sequence of actions', async () => {
    const invariant = asyncProperty(acts, async (actList) => {
      const batchId = await activeBatch();
      const model = freshModel();
      const [units, cases] = [await textsOf(batchId, 0), await textsOf(batchId, 2)];
      for (const one of actList) {
        if (one.kind === 'pack') {
          const listed = [...new Set(one.listed)];
          const body = { container: cases[one.box], codes: listed.map((i) => units[i]), join: one.join, move: one.move };
          expect((await put('pack', body)).code, JSON.stringify(one)).toBe(
            packPlain(model, one.box, listed, one.join, one.move) ? 200 : 500,
          );
          continue;
        }
        const last = one.kind === 'act' ? counts[one.level] : UNITS;
        const from = 1 + ((one.at - 1) % last);
        const to = Math.min(last, from + one.length - 1);
        if (one.kind === 'unpack') {
          expect((await put('unpack', { batchId, from, to })).code, JSON.stringify(one)).toBe(unpackPlain(model, from, to) ? 200 : 500);
          continue;
        }
        const { step, level, dealer } = one;
        const isAccepted = act(model, step, level, from, to, dealers[dealer]!);
        if (step === 'ship' || step === 'return')
          expect(await paint(batchId, step, level, from, to, dealers[dealer]!), JSON.stringify(one)).toBe(isAccepted);
        else expect((await put(step, { batchId, level, from, to, reason: 'x' })).code, JSON.stringify(one)).toBe(isAccepted ? 200 : 500);
      }
      for (const level of [0, 2, 3] as const) {
        const { rows } = await list(`batchId=${batchId}&level=${level}`);
        const actual = rows.map((row: Record<string, unknown> & { parent: { ordinal: number } | null }) => [
          row.status,
          row.holderId,
          row.parent?.ordinal ?? null,
        ]);
        const expected = model[level].map(({ status, holder, parent }, index) => {
          const frames = containersAround(model, level, index);
          const severest = frames.reduce((worst, one) => (gravity(one.status) > gravity(worst) ? one.status : worst), status);
          const containerHolder = gravity(status) >= 0 ? frames.find((one) => one.holder !== null)?.holder : null;
          return [severest, containerHolder ?? holder, parent === null ? null : parent + 1];
        });
        expect(actual).toEqual(expected);
        for (const status of ['frozen', 'void', 'shipped'])
          expect((await list(`batchId=${batchId}&level=${level}&status=${status}`)).total).toBe(
            expected.filter(([one]) => one === status).length,
          );
        const runs: CodeRun[] = (await desk.planner.get(`/manage/batch/${batchId}/runs?level=${level}`)).body.data;
        const runStatuses = runs.flatMap(({ from, to, status, own }) => Array.from({ length: to - from + 1 }, () => [status, own]));
        expect(runStatuses).toEqual(expected.map(([status], index) => [status, model[level][index]!.status]));
        if (level > 0) continue;
        const { statusCounts, ownStatusCounts, heldCounts } = (await desk.planner.get(`/manage/batch/${batchId}`)).body.data;
        const countsOf = (statuses: unknown[]) =>
          Object.fromEntries(
            Map.groupBy(statuses, String)
              .entries()
              .map(([name, some]) => [name, some.length]),
          );
        expect(statusCounts).toEqual(countsOf(runStatuses.map(([status]) => status)));
        expect(ownStatusCounts).toEqual(countsOf(runStatuses.map(([, own]) => own)));
        expect(heldCounts).toEqual(countsOf(runStatuses.flatMap(([status, own]) => (status === own ? [] : [status]))));
      }
    });
    // the whole content of one case, packed into another: the emptied case stays unchanged
    const emptyingActs: Act[] = [{ kind: 'pack', box: 0, listed: [16, 17], join: false, move: false }];
    await assert(invariant, { numRuns: 12, examples: [[emptyingActs]] });
  });
});
