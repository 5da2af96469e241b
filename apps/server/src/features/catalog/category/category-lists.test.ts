import { type CategoryFigures, type CategoryKind, categoryKinds, type NodeFigures } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment, unique } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openTraceFixture, stepOf } from '../../../test/trace-fixture.ts';
import * as figureService from '../../insights/figure/figure.service.ts';

const nouns = 'batch codeRecord category supplier channelBusiness traceability'.split(' ');
const rights = [
  ...nouns.flatMap((noun) => ['list', 'query'].map((verb) => `manage:${noun}:${verb}`)),
  ...categoryKinds.map((kind) => `digit:${kind}:list`),
];
/** Query parameters for a category in the lists of batches and scans. */
const names = {
  category: 'catalogueId',
  supplier: 'supplierCatalogueId',
  channelBusiness: 'dealerCatalogueId',
  traceability: 'traceCatalogueId',
};

describe('category statistics', () => {
  let server: TestServer;
  let fullClient: Client;
  let limitedClient: Client;
  const classes = {} as Record<CategoryKind, { top: number; leaf: number }>;

  beforeAll(async () => {
    server = await startTestServer();
    const { db, installation } = server;
    const admin = await server.as(categoryKinds.flatMap((kind) => ['list', 'query', 'add'].map((verb) => `digit:${kind}:${verb}`)));
    const add = async (kind: CategoryKind, parentId: number) =>
      (await admin.post(`/digit/${kind}`, { parentId, catalogueName: `类${unique()}`, catalogueCode: `C-${unique()}` })).body.data
        .catalogueId;
    for (const kind of categoryKinds) {
      const top = await add(kind, 0);
      classes[kind] = { top, leaf: await add(kind, top) };
    }
    fullClient = await server.as(rights);
    const { deptId } = await insertDepartment(db);
    limitedClient = await server.as(rights, { deptId, dataScope: '3' });

    const desk = await openTraceFixture(server);
    const steps = classes.traceability;
    const templateId = await desk.template({
      steps: [stepOf('检验', { catalogueId: steps.leaf }), stepOf('供货', { catalogueId: steps.top, filler: 'supplier' })],
    });
    const [inspect] = await desk.stepsOf(templateId);
    const site = await openPublicSite(installation);
    // the milk has the leaf categories and one department, the tea the top categories and another
    for (const [at, codeOptions] of [
      ['leaf', { categoryName: '纯牛奶', count: 500, deptId }],
      ['top', { categoryName: '绿茶', count: 300 }],
    ] as const) {
      const issue = await issueCodes(installation, codeOptions);
      const { batchId } = issue;
      const dealer = await insertDealer(db, { regionCodes: ['330100'] });
      await db
        .updateTable('dealer')
        .set({ catalogueId: classes.channelBusiness[at] })
        .where('channelBusinessId', '=', dealer.channelBusinessId)
        .execute();
      await db
        .updateTable('codeSegment')
        .set({ status: 'shipped', holderId: dealer.channelBusinessId })
        .where('batchId', '=', batchId)
        .execute();
      const { categoryId, supplierId } = await db
        .updateTable('batch')
        .set({ issueTime: new Date().toISOString() })
        .where('batchId', '=', batchId)
        .returning(['categoryId', 'supplierId'])
        .executeTakeFirstOrThrow();
      await db.updateTable('product').set({ catalogueId: classes.category[at], templateId }).where('categoryId', '=', categoryId).execute();
      await db.updateTable('supplier').set({ catalogueId: classes.supplier[at] }).where('supplierId', '=', supplierId).execute();
      if (at === 'leaf') await desk.verified({ batchId, stepId: inspect?.stepId, data: {} });
      else await desk.add({ batchId, stepId: inspect?.stepId, data: {} });
      // the first scan is in the authorised region, the second far away at the same time
      for (const address of ['112.10.0.1', '58.212.0.1']) await site.verify(issue.code(0), { device: address }, address);
    }
    await followAllScans(db);
    await figureService.follow(db);
    await figureService.followAllCodes(db);
    await site.close();
    return () => server.close();
  });

  /** Compares the figures of a category with the lists that a user sees. */
  async function expectListed(client: Client, kind: CategoryKind, catalogueId: number, own: boolean, figures: NodeFigures) {
    const only = own ? '&catalogueOnly=1' : '';
    const list = async (path: string, query: string) => {
      const { body } = await client.get(`/${path}/list?pageSize=100&${query}${only}`);
      expect(body, query).toMatchObject({ code: 200 });
      return body as {
        total: number;
        rows: { issuedCount: number; required: number; filled: number; verified: number; missing: string[] }[];
      };
    };
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const of = `${names[kind]}=${catalogueId}`;
    const scanQuery = `${of}&inspection=0&beginTime=${new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10)}&endTime=${today}`;
    expect((await list(`manage/${kind}`, `catalogueId=${catalogueId}`)).total).toBe(figures.records);
    expect((await list('manage/batch', `${of}&state=active`)).total).toBe(figures.activeBatches);
    const { rows } = await list('manage/batch', kind === 'channelBusiness' ? of : `${of}&having=issued`);
    expect(rows.reduce((sum, { issuedCount }) => sum + issuedCount, 0)).toBe(figures.codes);
    expect((await list('manage/codeRecord', scanQuery)).total).toBe(figures.scans);
    expect((await list('manage/codeRecord', `${scanQuery}&verdict=suspect`)).total).toBe(figures.suspects);
    if (kind !== 'traceability') return;
    const complete = `catalogueId=${catalogueId}`;
    const { required, filled, verified, unfilled } = figures.trace ?? { required: 0, filled: 0, verified: 0, unfilled: [] };
    const batches = (await list('manage/traceability/completeness', complete)).rows;
    const sum = (count: (row: (typeof batches)[number]) => number) => batches.reduce((all, row) => all + count(row), 0);
    expect([sum((row) => row.required), sum((row) => row.filled), sum((row) => row.verified)]).toEqual([required, filled, verified]);
    expect(unfilled.reduce((all, { count }) => all + count, 0)).toBe(required - filled);
    for (const { filler, ownerName, count } of unfilled) {
      const owner = `filler=${filler}${ownerName ? `&ownerName=${encodeURIComponent(ownerName)}` : ''}&unfilled=1`;
      const incomplete = (await list('manage/traceability/completeness', `${complete}&${owner}`)).rows;
      expect(incomplete.flatMap(({ missing }) => missing)).toHaveLength(count);
    }
  }

  const figuresOf = async (by: Client, kind: CategoryKind) => (await by.get(`/digit/${kind}/figures`)).body.data as CategoryFigures[];

  it('match the lists behind them for all four kinds, with all data and with one department', async () => {
    for (const kind of categoryKinds)
      for (const by of [fullClient, limitedClient])
        for (const { catalogueId, own, branch } of await figuresOf(by, kind)) {
          await expectListed(by, kind, catalogueId, true, own);
          await expectListed(by, kind, catalogueId, false, branch);
        }
  });

  it('count the records of each category, and a batch with two steps once', async () => {
    for (const kind of categoryKinds) {
      const { top, leaf } = classes[kind];
      const rows = await figuresOf(fullClient, kind);
      const [above, below] = [top, leaf].map((id) => rows.find(({ catalogueId }) => catalogueId === id));
      const both = { activeBatches: 2, codes: 800, scans: 4 };
      const steps = kind === 'traceability';
      expect(below?.own, kind).toMatchObject({ records: steps ? 2 : 1, ...(steps ? both : { activeBatches: 1, codes: 500, scans: 2 }) });
      expect(above?.own, kind).toMatchObject(steps ? { records: 0, codes: 0 } : { records: 1, activeBatches: 1, codes: 300, scans: 2 });
      expect(above?.branch, kind).toMatchObject({ records: 2, ...both });
    }
    const steps = await figuresOf(fullClient, 'traceability');
    const branch = steps.find(({ catalogueId }) => catalogueId === classes.traceability.top)?.branch.trace;
    expect(branch).toMatchObject({ required: 4, filled: 1, verified: 1, delayHours: expect.any(Number) });
    expect(branch?.unfilled.map(({ filler, count }) => [filler, count])).toEqual(expect.arrayContaining([['any', 1]]));
  });
});
