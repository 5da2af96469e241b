// Over 300 lines: one print order from the request to the opened archive, where each step needs the one before.
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ssccOf } from '@suyuan/codes';
import { PrintOrder, PrintOrderDetail } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { Problem } from '../../../platform/problem.ts';
import { readSymbols as readPicture } from '../../../test/barcode-reader.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { codeRuleInput, insertDepartment, productInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { unzip } from '../../../test/unzip.ts';
import type { TaskHandlers } from '../../system/task/task-handler.ts';
import { startTasks } from '../../system/task/task-worker.ts';

const permissions = [...batchPermissions, 'manage:handover:list', 'manage:handover:query', 'manage:batch:releaseExport'];

describe('print orders', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let printer: Client;
  let releaser: Client;
  let origin: string;

  const requestOrder = async (id: number, body: object = {}, by = printer) =>
    (await by.put(`/manage/batch/${id}/handOver`, { recipient: '华彩印务', kind: 'lines', ...body })).body;
  const step = async (id: number, name: string, by: Client, body: object = {}) =>
    (await by.put(`/manage/handover/${id}/${name}`, body)).body;
  const read = async (id: number, by = printer) => (await by.get(`/manage/handover/${id}`)).body.data;
  const fetchFile = async (url: string) => {
    const reply = await fetch(origin + url, { headers: { accept: 'application/json' } });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return reply.headers.get('content-type')?.includes('json') ? (JSON.parse(bytes.toString()).problem as string) : bytes;
  };
  const requestOrderId = async (batchId: number, body: object = {}) => (await requestOrder(batchId, body)).data.handoverId as number;
  const releaseOrder = async (batchId: number, body: object = {}) => {
    const id = await requestOrderId(batchId, body);
    expect(await step(id, 'release', releaser)).toMatchObject({ code: 200 });
    return id;
  };
  const linkOf = async (id: number) => (await step(id, 'link', printer)).data.url as string;
  const passwordOf = async (id: number) => (await step(id, 'password', releaser)).data.password as string;
  const openArchive = async (id: number) => unzip((await fetchFile(await linkOf(id))) as Buffer, await passwordOf(id));
  const texts = async (batchId: number, size: number, level = 0) =>
    (await desk.planner.get(`/manage/code/list?batchId=${batchId}&level=${level}&pageSize=${size}`)).body.rows.map(
      ({ code }: { code: string }) => code,
    );
  const work = (handlers: TaskHandlers = taskHandlers) => startTasks(server.installation, handlers, (error) => console.error(error));
  const built = async (id: number) => {
    const worker = work();
    await expect.poll(async () => (await read(id)).state).toBe('ready');
    await worker.stop();
    return openArchive(id);
  };

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    [printer, releaser] = [await server.as(permissions), await server.as(permissions)];
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    return () => server.close();
  });

  it('are requested by one person and released by another, who alone sees the password', async () => {
    const batchId = await desk.issued({ quantity: 250 });
    const id = await requestOrderId(batchId, { perFile: 100, format: 'csv', columns: ['ordinal', 'code'], header: true });
    expect(PrintOrder.strict().safeParse((await printer.get('/manage/handover/list')).body.rows[0]).error).toBeUndefined();
    expect(await step(id, 'link', printer)).toMatchObject({
      problem: 'printOrderStateWrong',
      msg: '移交是“待放行”状态，不能取下载链接；要先处于“待下载”',
    });
    expect(await step(id, 'release', printer)).toMatchObject({
      problem: 'printOrderSelfReleased',
      msg: '不能放行自己申请的移交；由另一位同事放行',
    });
    expect((await step(id, 'release', releaser)).code).toBe(200);
    expect(await step(id, 'password', printer)).toMatchObject({ problem: 'printOrderReleasedByAnother' });
    expect(await step(id, 'link', releaser)).toMatchObject({ problem: 'printOrderOfAnother' });

    const files = await openArchive(id);
    const codes = await texts(batchId, 250);
    const names = [...files.keys()];
    expect(names).toHaveLength(4);
    expect(names.at(-1)).toBe('manifest.json');
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    expect(manifest).toMatchObject({ recipient: '华彩印务', count: 250, firstCode: codes[0], lastCode: codes[249], kind: 'lines' });
    let next = 0;
    for (const [index, { name, from, to, count, bytes, sha256 }] of manifest.files.entries()) {
      const body = files.get(name) ?? Buffer.alloc(0);
      expect([bytes, sha256]).toEqual([body.length, createHash('sha256').update(body).digest('hex')]);
      expect([from, to, count]).toEqual([index * 100 + 1, Math.min(250, index * 100 + 100), index < 2 ? 100 : 50]);
      const [head, ...lines] = body.toString().trimEnd().split('\r\n');
      expect(head).toBe('ordinal,code');
      for (const line of lines) expect(line).toBe(`${next + 1},${codes[next++]}`);
    }
    expect(next).toBe(250);

    await expect.poll(async () => (await read(id)).downloads[0]?.whole).toBe(true);
    const detail = await read(id);
    expect(PrintOrderDetail.strict().safeParse(detail).error).toBeUndefined();
    expect(detail).toMatchObject({ state: 'done', mine: true, released: false, downloadCount: 1, files: manifest.files });
    expect(await step(id, 'password', releaser)).toMatchObject({ problem: 'printOrderPasswordShown' });
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data.map(({ action }: { action: string }) => action);
    expect(events.slice(0, 3)).toEqual(['downloadExport', 'releaseExport', 'handOver']);
  });

  it('are downloaded once by link, and only the newest link works', async () => {
    const id = await releaseOrder(await desk.issued({ quantity: 20 }));
    const [first, second] = [await linkOf(id), await linkOf(id)];
    expect(await fetchFile(first)).toBe('printOrderGone');
    expect(Buffer.isBuffer(await fetchFile(second))).toBe(true);
    await expect.poll(() => fetchFile(second)).toBe('printOrderGone');
    const response = await fetch(origin + second, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      410,
      'text/plain; charset=utf-8',
      '下载链接已用过或已过期；由申请人重新取一次链接，已完整下载过的要重新移交',
    ]);
    // all other paths return the RuoYi envelope, regardless of the Accept header
    const other = await fetch(`${origin}/api/getInfo`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([other.status, await other.json()]).toMatchObject([200, { code: 401 }]);
    expect(await step(id, 'link', printer)).toMatchObject({ problem: 'printOrderStateWrong' });
  });

  it('are complete for one of many parallel downloads, and may resume twice', async () => {
    const id = await releaseOrder(await desk.issued({ quantity: 600_000 }));
    const url = await linkOf(id);
    const breakOff = () =>
      new Promise<void>((resolve, reject) => {
        request(origin + url, (reply) => reply.once('data', () => resolve(void reply.destroy())))
          .on('error', reject)
          .end();
      });
    await breakOff();
    await breakOff();
    const all = await Promise.all(Array.from({ length: 5 }, () => fetchFile(url).catch(() => 'broken')));
    expect(all.filter((one) => Buffer.isBuffer(one))).toHaveLength(1);
    const bytes = all.find((one) => Buffer.isBuffer(one)) as Buffer;
    const body = [...unzip(bytes, await passwordOf(id)).values()][0] ?? Buffer.alloc(0);
    expect(body.length).toBe(17 * 600_000);
    await expect.poll(async () => (await read(id)).downloads.map(({ whole }: { whole: boolean }) => whole)).toEqual([true, false, false]);
  });

  it('answer parallel requests of a short link with the file or one plain message', async () => {
    const goneMessage = '下载链接已用过或已过期；由申请人重新取一次链接，已完整下载过的要重新移交';
    for (const accept of ['application/json', 'text/html']) {
      const url = await linkOf(await releaseOrder(await desk.issued({ quantity: 20 })));
      const all = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const reply = await fetch(origin + url, { headers: { accept } });
          const { status, headers } = reply;
          const type = headers.get('content-type');
          return type === 'application/zip' ? 'whole' : [status, type, headers.get('content-disposition'), await reply.text()];
        }),
      );
      const refusals = all.filter((one) => one !== 'whole');
      expect(refusals).toHaveLength(5);
      const page = [410, 'text/plain; charset=utf-8', null, goneMessage];
      const data = [
        200,
        'application/json; charset=utf-8',
        null,
        JSON.stringify({ code: 500, msg: goneMessage, problem: 'printOrderGone', params: {} }),
      ];
      for (const refusal of refusals) expect(refusal).toEqual(accept === 'text/html' ? page : data);
    }
  });

  it('contain decodable labels of every kind, and are recreated completely after a lost worker', async () => {
    const codeRuleId = (await desk.planner.post('/manage/codeRule', codeRuleInput())).body.data.codeRuleId;
    const categoryId = (await desk.planner.post('/manage/category', productInput({ gtin: '6901234567892', codeRuleId }))).body.data
      .categoryId;
    const batchId = await desk.issued({ categoryId, codeRuleId, quantity: 120, expiryDate: '2027-01-31' });
    const codes = await texts(batchId, 120);
    const { batchNo } = await desk.read(batchId);

    const svg = await releaseOrder(batchId, { kind: 'svg', correction: 'Q', sizeMm: 15 });
    let isStalled = false;
    const worker = work({
      buildPrintOrder: {
        async run(job, installation) {
          const silent = () => new Promise<void>((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)));
          const progress: typeof job.progress = async (done, total) => {
            await job.progress(done, total);
            if (done !== 100 || isStalled) return;
            isStalled = true;
            await silent();
          };
          await taskHandlers.buildPrintOrder?.run({ ...job, progress }, installation);
        },
      },
    });
    const task = server.db.selectFrom('task').selectAll().where('kind', '=', 'buildPrintOrder');
    await expect.poll(async () => (await task.executeTakeFirst())?.done).toBe(100);
    expect((await read(svg)).state).toBe('building');
    await server.db
      .updateTable('task')
      .set({ lease: crypto.randomUUID(), leaseTime: '2026-01-01' })
      .where('kind', '=', 'buildPrintOrder')
      .execute();
    const files = await built(svg);
    await worker.stop();
    expect([...files.keys()]).toHaveLength(121);
    expect(files.get('007.svg')?.toString()).toContain('<svg');

    const png = await built(await releaseOrder(batchId, { kind: 'png', from: 5, to: 8 }));
    expect([...png.keys()]).toEqual(['5.png', '6.png', '7.png', '8.png', 'manifest.json']);
    expect(await readPicture(png.get('7.png') ?? Buffer.alloc(0))).toEqual([`https://t.example.cn/c/${codes[6]}`]);
    const matrix = await built(await releaseOrder(batchId, { kind: 'png', from: 3, to: 3, symbology: 'dataMatrix', sizeMm: 12 }));
    expect(await readPicture(matrix.get('3.png') ?? Buffer.alloc(0))).toEqual([`01069012345678921727013110${batchNo}\u001d21${codes[2]}`]);
    const pdf = await built(await releaseOrder(batchId, { kind: 'pdf', perFile: 50, across: 5, down: 8 }));
    expect([...pdf.keys()].map((name) => name.replace(/^.*_/, ''))).toEqual(['1-50.pdf', '51-100.pdf', '101-120.pdf', 'manifest.json']);
    expect([...pdf.values()][0]?.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('say in the language of the reader why they failed', async () => {
    const id = await releaseOrder(await desk.issued({ quantity: 2 }), { kind: 'svg' });
    const { buildPrintOrder } = taskHandlers;
    if (!buildPrintOrder) throw new Error('no handler');
    const refusal = new Problem('forbidden', { permission: 'manage:batch:exportCodes' });
    const worker = work({ buildPrintOrder: { ...buildPrintOrder, run: () => Promise.reject(refusal) } });
    await expect.poll(async () => (await read(id)).state).toBe('failed');
    await worker.stop();
    expect((await read(id)).stateReason).toBe('没有“manage:batch:exportCodes”权限；联系管理员授权');
    const english = { 'accept-language': 'en-US' };
    const stateReason = expect.stringMatching(/permission/);
    expect((await printer.get(`/manage/handover/${id}`, english)).body.data).toMatchObject({ stateReason });
    const { rows } = (await printer.get('/manage/handover/list', english)).body;
    expect(rows).toContainEqual(expect.objectContaining({ handoverId: id, stateReason }));
  });

  it('contain container labels, each with a unique and permanent SSCC', async () => {
    const codeRuleId = (await desk.planner.post('/manage/codeRule', codeRuleInput({ form: 'digitalLink' }))).body.data.codeRuleId;
    const packaging = [
      { level: 1, contains: 6, gtin: null, ssccPrefix: null },
      { level: 2, contains: 5, gtin: '16901234567899', ssccPrefix: '06901234' },
      { level: 3, contains: 2, gtin: null, ssccPrefix: '06901234' },
    ];
    const goods = productInput({ gtin: '6901234567878', codeRuleId, packaging });
    const { categoryId } = (await desk.planner.post('/manage/category', goods)).body.data;
    const [one, other] = [
      await desk.issued({ categoryId, codeRuleId, quantity: 120, expiryDate: '2027-01-31' }),
      await desk.issued({ categoryId, codeRuleId, quantity: 30 }),
    ];
    const [{ batchNo }, [box], casesOf] = [await desk.read(one), await texts(one, 100, 1), await texts(one, 100, 2)];
    const [, second] = casesOf;

    const qr = await built(await releaseOrder(one, { kind: 'png', level: 2, from: 2, to: 3 }));
    expect([...qr.keys()]).toEqual(['case_2.png', 'case_3.png', 'manifest.json']);
    expect(await readPicture(qr.get('case_2.png') ?? Buffer.alloc(0))).toEqual([
      `https://t.example.cn/01/16901234567899/10/${batchNo}/21/${second}`,
    ]);
    const detail = (await desk.planner.get(`/manage/code/detail?batchId=${one}&level=2&ordinal=2`)).body.data;
    expect(detail).toMatchObject({ gtin: '16901234567899', payload: expect.stringContaining('/01/16901234567899/') });
    expect(JSON.parse(qr.get('manifest.json')?.toString() ?? '')).toMatchObject({ level: 'case', count: 2, firstCode: second });

    // cases 2 and 3 got theirs first, then 1 and 4
    const svg = await built(await releaseOrder(one, { kind: 'svg', level: 2 }));
    const printedSscc = (name: string) => /\(00\) (\d{18})/.exec(svg.get(name)?.toString() ?? '')?.[1];
    expect(['case_2.svg', 'case_3.svg', 'case_1.svg', 'case_4.svg'].map(printedSscc)).toEqual(
      [1, 2, 3, 4].map((serial) => ssccOf('06901234', serial)),
    );
    const matrix = { kind: 'png', symbology: 'dataMatrix', sizeMm: 20, from: 1, to: 1 };
    const archive = await built(await releaseOrder(one, { ...matrix, level: 2, from: 2, to: 2 }));
    expect(await readPicture(archive.get('case_2.png') ?? Buffer.alloc(0))).toEqual([
      `00${ssccOf('06901234', 1)}01169012345678991727013110${batchNo}\u001d21${second}`,
    ]);
    const pallet = await built(await releaseOrder(other, { ...matrix, level: 3 }));
    expect(await readPicture(pallet.get('pallet_1.png') ?? Buffer.alloc(0))).toEqual([`00${ssccOf('06901234', 5)}`]);
    const lines = await openArchive(await releaseOrder(one, { level: 1, to: 1 }));
    expect(lines.get(`${batchNo}_box_1-1.txt`)?.toString()).toBe(`${box}\n`);

    // files include SSCCs and assign missing ones; a unit has that of its case
    const table = { format: 'csv', columns: ['ordinal', 'sscc', 'code'], header: true };
    const cases = await openArchive(await releaseOrder(one, { ...table, level: 2, from: 2, to: 3 }));
    expect(cases.get(`${batchNo}_case_2-3.csv`)?.toString()).toBe(
      `ordinal,sscc,code\r\n${[1, 2].map((serial) => `${serial + 1},${ssccOf('06901234', serial)},${casesOf[serial]}`).join('\r\n')}\r\n`,
    );
    const pallets = (await openArchive(await releaseOrder(one, { ...table, level: 3 }))).get(`${batchNo}_pallet_1-2.csv`)?.toString() ?? '';
    expect([...pallets.matchAll(/,(\d{18}),/g)].map(([, sscc]) => sscc)).toEqual([6, 7].map((serial) => ssccOf('06901234', serial)));
    const [boxesOf, palletsOf, unitsOf] = [await texts(one, 100, 1), await texts(one, 100, 3), await texts(one, 120)];
    const all = { ...table, columns: ['box', 'case', 'pallet', 'sscc', 'code'], from: 29, to: 62 };
    const units = await openArchive(await releaseOrder(one, all));
    const numbers = [3, 1, 2].map((serial) => ssccOf('06901234', serial));
    const expected = unitsOf.slice(28, 62).map((code: string, index: number) => {
      const at = index + 28;
      const [inBox, inCase] = [Math.floor(at / 6), Math.floor(at / 30)];
      return `${boxesOf[inBox]},${casesOf[inCase]},${palletsOf[Math.floor(at / 60)]},${numbers[inCase]},${code}\r\n`;
    });
    expect(units.get(`${batchNo}_29-62.csv`)?.toString()).toBe(`box,case,pallet,sscc,code\r\n${expected.join('')}`);
    const fresh = await desk.issued({ categoryId, codeRuleId, quantity: 10 });
    const [file] = (await openArchive(await releaseOrder(fresh, { ...table, to: 1 }))).values();
    expect(file?.toString()).toMatch(/^ordinal,sscc,code\r\n1,\d{18},\w+\r\n$/);

    expect(await requestOrder(one, { ...matrix, level: 1 })).toMatchObject({
      problem: 'labelContainerNameless',
      params: { field: 'symbology' },
    });
    expect(await requestOrder(await desk.issued({ quantity: 5 }), { kind: 'svg', level: 1 })).toMatchObject({
      problem: 'levelWithoutCodes',
    });
    await server.db.updateTable('ssccPrefix').set({ nextSerial: 1_000_000_000 }).where('prefix', '=', '06901234').execute();
    expect(await requestOrder(other, { kind: 'svg', level: 2 })).toMatchObject({ problem: 'ssccsUsedUp', params: { left: 0, count: 1 } });
    const preview = await printer.get(`/manage/batch/${one}/label?symbology=qr&sizeMm=20&level=2`);
    expect(preview.body.data.svg).toContain(`(00) ${'0'.repeat(18)}`);
  });

  it('give containers SSCCs that identify them with any other data in the symbol', async () => {
    const packaging = [{ level: 2, contains: 5, gtin: null, ssccPrefix: '16901234' }];
    const { categoryId } = (await desk.planner.post('/manage/category', productInput({ codeRuleId: desk.codeRuleId, packaging }))).body
      .data;
    const batchId = await desk.issued({ categoryId, quantity: 20 });
    await requestOrderId(batchId, { kind: 'svg', level: 2 });
    expect((await desk.act(batchId, 'activate')).body).toMatchObject({ code: 200 });
    const place = async (code: string) => (await desk.planner.get(`/manage/code/detail?code=${encodeURIComponent(code)}`)).body;
    for (const text of [`(00) ${ssccOf('16901234', 3)}`, `00${ssccOf('16901234', 3)}011690123456789917270131`])
      expect((await place(text)).data).toMatchObject({ batchId, level: 2, ordinal: 3 });
    const frozen = { container: ssccOf('16901234', 2), reason: '抽检' };
    expect((await desk.planner.put('/manage/code/freeze', frozen)).body).toMatchObject({ code: 200 });
    expect((await place(ssccOf('16901234', 2))).data).toMatchObject({ level: 2, ordinal: 2, status: 'frozen' });
    const sscc = ssccOf('16901234', 2);
    expect((await place(sscc)).data).toMatchObject({ sscc });
    const [unit] = (await desk.planner.get(`/manage/code/list?batchId=${batchId}&ordinalFrom=6&pageSize=1`)).body.rows;
    expect(unit).toMatchObject({ ordinal: 6, sscc: null, parent: { level: 2, ordinal: 2, sscc } });
    expect((await place(unit.code)).data).toMatchObject({ sscc: null, frames: [{ ordinal: 2, sscc }] });
    const cases = (await desk.planner.get(`/manage/code/list?batchId=${batchId}&level=2`)).body.rows;
    expect(cases.map((row: { sscc: string }) => row.sscc)).toEqual([1, 2, 3, 4].map((serial) => ssccOf('16901234', serial)));
    expect(await place(ssccOf('16901234', 5))).toMatchObject({ problem: 'codeUnreadable' });
    // another prefix with the same digits: 16901234 and 1, or 169012340 and 1
    const longer = productInput({ codeRuleId: desk.codeRuleId, packaging: [{ ...packaging[0], ssccPrefix: '169012340' }] });
    const similarBatchId = await desk.issued({
      categoryId: (await desk.planner.post('/manage/category', longer)).body.data.categoryId,
      quantity: 20,
    });
    expect(await requestOrder(similarBatchId, { kind: 'svg', level: 2 })).toMatchObject({
      problem: 'ssccPrefixOverlaps',
      params: { prefix: '169012340' },
    });
  });

  it('are rejected when they are impossible, with a correction', async () => {
    const batchId = await desk.issued({ quantity: 100_001 });
    expect(await requestOrder(batchId, { kind: 'svg' })).toMatchObject({ problem: 'labelsTooMany', params: { field: 'to' } });
    const sheet = await requestOrder(batchId, { kind: 'pdf', to: 10, sizeMm: 60 });
    expect(sheet).toMatchObject({ problem: 'labelTooLarge', msg: '标签太大，这样的格子里放不下；边长至多 24 毫米' });
    expect(await requestOrder(batchId, { kind: 'pdf', to: 10, across: 20, down: 30 })).toMatchObject({
      problem: 'labelTooLarge',
      params: { max: 6 },
    });
    expect(await requestOrder(batchId, { kind: 'png', to: 10, symbology: 'dataMatrix' })).toMatchObject({ problem: 'labelWithoutGtin' });
    expect(await requestOrder(batchId, { perFile: 10 })).toMatchObject({ problem: 'filesTooMany', params: { least: 11 } });
    expect(await requestOrder(batchId, { from: 9, to: 4 })).toMatchObject({ problem: 'rangeBackwards' });
    // by which the console does not offer the column
    expect(await desk.read(batchId)).toMatchObject({ pinDigits: 0 });
    expect(await requestOrder(batchId, { perFile: 20_000, format: 'csv', columns: ['code', 'pin'] })).toMatchObject({
      problem: 'pinColumnEmpty',
      params: { field: 'columns' },
    });
    expect(await requestOrder(batchId, { recipient: '' })).toMatchObject({ params: { field: 'recipient' } });
    expect(await requestOrder(batchId, { kind: 'gif' })).toMatchObject({ params: { field: 'kind' } });
    expect(await requestOrder(await desk.approved())).toMatchObject({ problem: 'batchNotIssued' });
    const preview = await printer.get(`/manage/batch/${batchId}/label?symbology=qr&sizeMm=20`);
    expect(preview.body.data.svg).toContain('SPEC IMEN');
  });

  it('end when refused, withdrawn, expired or recalled, and keep no file', async () => {
    const batchId = await desk.issued({ quantity: 30 });
    const [refused, withdrawn, expired, recalled] = [
      await requestOrderId(batchId),
      await releaseOrder(batchId),
      await releaseOrder(batchId),
      await releaseOrder(batchId),
    ];
    expect((await step(refused, 'refuse', releaser, { reason: '数量不对' })).code).toBe(200);
    const refusal = { state: 'refused', stateReason: '数量不对', finishBy: releaser.userName, finishTime: expect.any(String) };
    expect(await read(refused)).toMatchObject(refusal);
    const revokedUrl = await linkOf(withdrawn);
    expect(await step(withdrawn, 'withdraw', releaser)).toMatchObject({ problem: 'printOrderOfAnother' });
    expect((await step(withdrawn, 'withdraw', printer)).code).toBe(200);
    expect(await read(withdrawn)).toMatchObject({ state: 'withdrawn', finishBy: printer.userName });
    expect(await fetchFile(revokedUrl)).toBe('printOrderGone');
    const late = await linkOf(expired);
    await server.db.updateTable('printOrder').set({ expireTime: '2026-01-01' }).where('handoverId', '=', expired).execute();
    expect(await fetchFile(late)).toBe('printOrderGone');
    expect((await read(expired)).state).toBe('expired');
    expect((await printer.get('/manage/handover/list?state=expired')).body.rows).toMatchObject([{ handoverId: expired }]);
    const url = await linkOf(recalled);
    const { batchNo } = await desk.read(batchId);
    await desk.act(batchId, 'recall', { reason: '异物', confirm: batchNo });
    expect(await fetchFile(url)).toBe('printOrderGone');
    expect(await step(recalled, 'link', printer)).toMatchObject({ problem: 'batchStateWrong' });
  });

  it('store no ticket or password, require the password again, and apply permission and scope', async () => {
    const batchId = await desk.issued({ quantity: 5 });
    const id = await releaseOrder(batchId);
    const [ticket, password] = [(await linkOf(id)).split('/').at(-1) ?? '', await passwordOf(id)];
    expect(password).toMatch(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);
    const storedRows = JSON.stringify([
      await server.db.selectFrom('printOrder').selectAll().where('handoverId', '=', id).execute(),
      await server.db.selectFrom('auditLog').select(['jsonResult', 'operParam']).orderBy('operId').execute(),
    ]);
    expect([storedRows.includes(ticket), storedRows.includes(password)]).toEqual([false, false]);

    const stale = await server.as(permissions);
    await server.db.updateTable('session').set({ confirmTime: '2026-01-01' }).where('userId', '=', stale.userId).execute();
    expect((await requestOrder(batchId, {}, stale)).problem).toBe('passwordNeeded');
    expect((await step(id, 'release', stale)).problem).toBe('passwordNeeded');
    const reader = await server.as(['manage:handover:list', 'manage:handover:query']);
    for (const name of ['release', 'link', 'withdraw', 'password']) expect((await step(id, name, reader)).code).toBe(403);
    expect((await requestOrder(batchId, {}, reader)).code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(permissions, { deptId, dataScope: '3' });
    expect((await stranger.get(`/manage/handover/${id}`)).body.problem).toBe('notFound');
    expect((await stranger.get('/manage/handover/list')).body.total).toBe(0);
    expect((await step(id, 'link', stranger)).problem).toBe('notFound');
  });

  it('are released once by parallel requests', async () => {
    const id = await requestOrderId(await desk.issued({ quantity: 5 }), { kind: 'svg' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => step(id, 'release', releaser)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const tasks = await server.db.selectFrom('task').select('payload').where('kind', '=', 'buildPrintOrder').execute();
    expect(
      tasks.filter(({ payload }) => JSON.stringify(payload).includes(`:${id}}`) || JSON.stringify(payload).includes(`: ${id}}`)),
    ).toHaveLength(1);
  });
});
