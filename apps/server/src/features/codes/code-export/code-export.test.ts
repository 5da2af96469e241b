import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CodeExport } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { codeRuleInput, insertDepartment, productInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('code exports', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let origin: string;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    return () => server.close();
  });

  const requestExport = async (id: number, body: object = { format: 'txt' }) => (await desk.act(id, 'exportCodes', body)).body;
  const fetchBytes = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(origin + url, { headers: { accept: 'application/json', ...headers } });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  const fetchProblem = async (url: string) => JSON.parse((await fetchBytes(url)).bytes.toString());
  const row = async (id: number) => (await desk.planner.get(`/manage/batch/${id}/exports`)).body.data[0];
  /** Recorded shortly after the client receives the last byte. */
  const waitUntilDone = (id: number) => expect.poll(async () => (await row(id)).state).toBe('done');
  const texts = async (id: number, size: number) =>
    (await desk.planner.get(`/manage/code/list?batchId=${id}&pageSize=${size}`)).body.rows.map(({ code }: { code: string }) => code);

  it('contain each code once, one per line, with a manifest for verification', async () => {
    const id = await desk.issued({ quantity: 300 });
    const { data } = await requestExport(id);
    expect((await desk.planner.get(`/manage/batch/${id}/exports/${data.exportId}/manifest`)).body.problem).toBe('exportNotFinished');
    const { status, headers, bytes } = await fetchBytes(data.url);
    const lines = bytes.toString().split('\n');
    expect([status, headers.get('content-length'), lines.length, lines.at(-1)]).toEqual([200, String(300 * 17), 301, '']);
    expect(lines.slice(0, 300)).toEqual(await texts(id, 300));
    await waitUntilDone(id);
    const { body } = await desk.planner.get(`/manage/batch/${id}/exports/${data.exportId}/manifest`);
    const { batchNo } = await desk.read(id);
    expect(body.data).toMatchObject({
      batchNo,
      gtin: null,
      file: `${batchNo}_1-300.txt`,
      count: 300,
      firstOrdinal: 1,
      lastOrdinal: 300,
      firstCode: lines[0],
      lastCode: lines[299],
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await fetchProblem(data.url)).toMatchObject({ problem: 'exportGone' });
    expect(await row(id)).toMatchObject({ from: 1, to: 300, sentCount: 300, createBy: desk.planner.userName });
    expect(CodeExport.strict().safeParse(await row(id)).error).toBeUndefined();
    expect((await desk.planner.get(`/manage/batch/${id}/events`)).body.data[0]).toMatchObject({ action: 'exportCodes', ordinalFrom: 1 });
  });

  it('contain the selected columns in order, and quote cells when necessary', async () => {
    const { planner } = desk;
    const rule = codeRuleInput({ form: 'digitalLink', pinDigits: 4, prefix: 'CSV' });
    const codeRuleId = (await planner.post('/manage/codeRule', rule)).body.data.codeRuleId;
    const categoryId = (await planner.post('/manage/category', productInput({ gtin: '6901234567892' }))).body.data.categoryId;
    const id = await desk.issued({ categoryId, codeRuleId, quantity: 12, batchNo: 'A,"1"', expiryDate: '2027-01-31' });
    const columns = ['batchNo', 'ordinal', 'code', 'payload', 'gtin', 'madeDate', 'expiryDate'];
    const { data } = await requestExport(id, { format: 'csv', columns, header: true, bom: true, from: 9, to: 11 });
    const { bytes, headers } = await fetchBytes(data.url);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    const [head, ...lines] = bytes.toString().split('\r\n');
    const codes = await texts(id, 12);
    expect(head).toBe(`\u{feff}${columns.join(',')}`);
    expect(lines).toHaveLength(4);
    const cells = (code: string, ordinal: number) =>
      `"A,""1""",${ordinal},${code},https://t.example.cn/01/06901234567892/10/A%2C%221%22/21/${code},06901234567892,2026-01-31,2027-01-31`;
    expect(lines.slice(0, 3)).toEqual([9, 10, 11].map((ordinal) => cells(codes[ordinal - 1], ordinal)));
  });

  it('never contain PINs, which leave only in a print order', async () => {
    const codeRuleId = (await desk.planner.post('/manage/codeRule', codeRuleInput({ pinDigits: 4 }))).body.data.codeRuleId;
    const id = await desk.issued({ codeRuleId, quantity: 12 });
    const columns = ['ordinal', 'code', 'pin'];
    expect(await requestExport(id, { format: 'csv', columns })).toMatchObject({
      problem: 'invalidInput',
      msg: '明文文件不含刮开码；带刮开码的文件由印刷移交发出，经第二人放行',
      params: { field: 'columns' },
    });
    expect((await desk.planner.get(`/manage/batch/${id}/exports`)).body.data).toEqual([]);
    const order = { recipient: '华彩印务', kind: 'lines', format: 'csv', columns };
    expect((await desk.act(id, 'handOver', order)).body).toMatchObject({ code: 200 });
  });

  it('contain container codes, and the parent container of each code', async () => {
    const packaging = [
      { level: 1, contains: 6 },
      { level: 2, contains: 5 },
    ];
    const id = await desk.issued({ quantity: 100, packaging });
    const { batchNo } = await desk.read(id);
    const textsAt = async (level: number) =>
      (await desk.planner.get(`/manage/code/list?batchId=${id}&level=${level}&pageSize=100`)).body.rows.map(
        ({ code }: { code: string }) => code,
      );
    const [units, boxes, cases] = [await textsAt(0), await textsAt(1), await textsAt(2)];
    expect([units.length, boxes.length, cases.length]).toEqual([100, 17, 4]);

    const { data } = await requestExport(id, { format: 'txt', level: 1 });
    const { bytes, headers } = await fetchBytes(data.url);
    expect(bytes.toString()).toBe(boxes.map((code: string) => `${code}\n`).join(''));
    expect(headers.get('content-disposition')).toContain(`${batchNo}_box_1-17.txt`);
    await waitUntilDone(id);
    const manifest = (await desk.planner.get(`/manage/batch/${id}/exports/${data.exportId}/manifest`)).body.data;
    expect(manifest).toMatchObject({ level: 'box', count: 17, firstCode: boxes[0], lastCode: boxes[16] });
    expect(await row(id)).toMatchObject({ level: 1, from: 1, to: 17 });
    expect((await desk.planner.get(`/manage/batch/${id}/events`)).body.data[0]).toMatchObject({ action: 'exportCodes', level: 1 });

    const cells = { format: 'csv', columns: ['box', 'case', 'pallet', 'sscc', 'ordinal', 'code'], header: true };
    const lines = (await fetchBytes((await requestExport(id, { ...cells, from: 5, to: 98 })).data.url)).bytes
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(lines).toEqual([
      'box,case,pallet,sscc,ordinal,code',
      ...units
        .slice(4, 98)
        .map((code: string, at: number) => `${boxes[Math.floor((at + 4) / 6)]},${cases[Math.floor((at + 4) / 30)]},,,${at + 5},${code}`),
    ]);
    const resumedUrl = (await requestExport(id, cells)).data.url;
    const allBytes = Buffer.concat([
      (await fetchBytes(resumedUrl, { range: 'bytes=0-1000' })).bytes,
      (await fetchBytes(resumedUrl, { range: 'bytes=1001-' })).bytes,
    ]).toString();
    expect(allBytes.trimEnd().split('\r\n').at(-1)).toBe(`${boxes[16]},${cases[3]},,,100,${units[99]}`);
    const packed = (await fetchBytes((await requestExport(id, { ...cells, level: 1 })).data.url)).bytes.toString().split('\r\n');
    expect(packed[17]).toBe(`,${cases[3]},,,17,${boxes[16]}`);
    const loose = (await fetchBytes((await requestExport(id, { ...cells, level: 2 })).data.url)).bytes.toString().split('\r\n');
    expect(loose[1]).toBe(`,,,,1,${cases[0]}`);

    expect(await requestExport(id, { format: 'txt', level: 3 })).toMatchObject({
      problem: 'levelWithoutCodes',
      params: { field: 'level' },
      msg: `批次“${batchNo}”没有托盘的码；换一个有码的层级`,
    });
    expect(await requestExport(id, { format: 'txt', level: 1, to: 18 })).toMatchObject({ problem: 'rangeOutside' });
  });

  it('resume at any byte, with a hash of the whole file', async () => {
    const id = await desk.issued({ quantity: 1234 });
    const input = { format: 'csv', columns: ['ordinal', 'code'], header: true };
    const allBytes = (await fetchBytes((await requestExport(id, input)).data.url)).bytes;
    for (const cut of [1, 5, 14, 200, 12_345, allBytes.length - 1]) {
      const { data } = await requestExport(id, input);
      const head = await fetchBytes(data.url, { range: `bytes=0-${cut - 1}` });
      expect([head.status, head.headers.get('content-range')]).toEqual([206, `bytes 0-${cut - 1}/${allBytes.length}`]);
      const tail = await fetchBytes(data.url, { range: `bytes=${cut}-`, 'if-range': head.headers.get('etag') ?? '' });
      expect(Buffer.concat([head.bytes, tail.bytes]).equals(allBytes), `cut at ${cut}`).toBe(true);
      await waitUntilDone(id);
      expect((await row(id)).sha256).toBe(createHash('sha256').update(allBytes).digest('hex'));
    }
    const { data } = await requestExport(id, input);
    expect((await fetchBytes(data.url, { range: `bytes=${allBytes.length}-` })).status).toBe(416);
    expect((await fetchBytes(data.url, { range: 'bytes=-7' })).bytes.toString()).toBe(allBytes.subarray(-7).toString());
  });

  it('resume after a broken connection, and count the bytes sent', async () => {
    const id = await desk.issued({ quantity: 2_000_000 });
    const { data } = await requestExport(id);
    const first = await new Promise<Buffer>((resolve, reject) => {
      request(origin + data.url, (reply) => {
        reply.once('data', (bytes: Buffer) => {
          reply.destroy();
          resolve(bytes);
        });
      })
        .on('error', reject)
        .end();
    });
    await expect.poll(async () => (await row(id)).state).toBe('sending');
    const remainder = await fetchBytes(data.url, { range: `bytes=${first.length}-` });
    const allBytes = Buffer.concat([first, remainder.bytes]);
    expect(allBytes.length).toBe(17 * 2_000_000);
    await waitUntilDone(id);
    expect(await row(id)).toMatchObject({
      sha256: createHash('sha256').update(allBytes).digest('hex'),
      sentCount: 2_000_000,
      bytes: allBytes.length,
    });
  });

  it('serve no byte again after delivery, for any cut of ranges', async () => {
    const id = await desk.issued({ quantity: 1000 });
    const bytes = 17_000;
    const { data } = await requestExport(id);
    const but = { range: `bytes=0-${bytes - 2}` };
    expect((await fetchBytes(data.url, but)).bytes).toHaveLength(bytes - 1);
    for (const range of [but.range, 'bytes=0-', 'bytes=1-', `bytes=1-${bytes - 2}`, 'bytes=-17000', `bytes=${bytes - 2}-`])
      expect(JSON.parse((await fetchBytes(data.url, { range })).bytes.toString()), range).toMatchObject({ problem: 'exportGone' });
    expect(await fetchProblem(data.url)).toMatchObject({ problem: 'exportGone' });
    expect((await fetchBytes(data.url, { range: `bytes=${bytes - 1}-` })).bytes.toString()).toBe('\n');
    await waitUntilDone(id);
  });

  it('serve little twice on repeated breaks, and resume from the saved position of a killed server', async () => {
    const id = await desk.issued({ quantity: 2_000_000 });
    const { data } = await requestExport(id);
    const updateExport = (changes: object) =>
      server.db.updateTable('codeExport').set(changes).where('exportId', '=', data.exportId).execute();
    const fetchRange = async (range: string) => (await fetchBytes(data.url, { range })).headers.get('content-range');
    // the state after a crash at 3 MB of which 1 MB was recorded
    await updateExport({ state: 'sending', sentBytes: 1_000_000 });
    expect(await fetchRange('bytes=3000000-3000009')).toBe('bytes 3000000-3000009/34000000');
    // the state after an interruption at 30 MB
    const broken = { sentBytes: 30_000_000, openFrom: 30_000_000 - 16 * 1024 * 1024 };
    await updateExport(broken);
    expect(await fetchRange('bytes=5000000-5000009')).toBeNull();
    expect(await fetchRange('bytes=15000000-15000009')).toBe('bytes 15000000-15000009/34000000');
    await updateExport(broken);
    expect(await fetchRange('bytes=15000000-15000009')).toBeNull();
    expect((await fetchBytes(data.url, { range: 'bytes=30000000-' })).bytes).toHaveLength(4_000_000);
    await waitUntilDone(id);
  });

  it('are complete for only one of many parallel downloads of a link', async () => {
    const { data } = await requestExport(await desk.issued({ quantity: 50_000 }));
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetchBytes(data.url).then(
          ({ bytes, headers }) => (headers.get('content-type')?.includes('json') ? 'gone' : bytes.length),
          () => 'broken',
        ),
      ),
    );
    expect(all.filter((outcome) => outcome === 17 * 50_000)).toHaveLength(1);
  });

  it('are refused before codes are issued and when the batch must not be printed', async () => {
    const id = await desk.approved();
    expect(await requestExport(id)).toMatchObject({ problem: 'batchNotIssued', msg: '批次还没有发码；发码之后才能导出' });
    const recalledId = await desk.issued();
    await desk.act(recalledId, 'freeze', { reason: '抽检' });
    expect(await requestExport(recalledId)).toMatchObject({
      problem: 'batchStateWrong',
      msg: '批次是“已冻结”状态，不能导出码；要先处于“已发码、已激活或已结批”',
    });
    expect(await requestExport(await desk.issued({ quantity: 10 }), { format: 'txt', from: 5, to: 11 })).toMatchObject({
      problem: 'rangeOutside',
      msg: '范围 #5–11 超出批次的 #1–10；在这个范围内选',
    });
    expect(await requestExport(await desk.issued({ quantity: 10 }), { format: 'txt', from: 5, to: 4 })).toMatchObject({
      problem: 'rangeBackwards',
      params: { field: 'to' },
    });
    const fromZero = await requestExport(await desk.issued({ quantity: 10 }), { format: 'txt', from: 0 });
    expect(fromZero).toMatchObject({ msg: '起始序号太小；不能小于 1' });
  });

  it('expire after a day, and store no ticket', async () => {
    const id = await desk.issued({ quantity: 5 });
    const { data } = await requestExport(id);
    const ticket = data.url.split('/').at(-1);
    const exportRow = await server.db.selectFrom('codeExport').selectAll().where('exportId', '=', data.exportId).executeTakeFirstOrThrow();
    expect(JSON.stringify(exportRow)).not.toContain(ticket);
    const logged = await server.db.selectFrom('auditLog').select(['jsonResult', 'operParam']).orderBy('operId').execute();
    expect(JSON.stringify(logged)).not.toContain(ticket);
    await server.db.updateTable('codeExport').set({ expireTime: '2026-01-01' }).where('exportId', '=', data.exportId).execute();
    expect(await fetchProblem(data.url)).toMatchObject({ problem: 'exportGone' });
    const inText = { status: 410, bytes: Buffer.from('下载链接已用过或已过期；重新申请导出') };
    for (const accept of ['text/html,*/*', '*/*']) expect(await fetchBytes(data.url, { accept })).toMatchObject(inText);
    expect((await row(id)).state).toBe('expired');
    expect(await fetchProblem(data.url.slice(0, -5))).toMatchObject({ problem: 'exportGone' });
  });

  it('end when the batch must not be printed, or the requester may no longer export', async () => {
    const id = await desk.issued({ quantity: 5 });
    const urlOf = async (by = desk.planner) => (await desk.act(id, 'exportCodes', { format: 'txt' }, by)).body.data.url;
    const printer = await server.as(['manage:batch:exportCodes']);
    const [url, lostUrl] = [await urlOf(), await urlOf(printer)];
    await server.db.deleteFrom('userRole').where('userId', '=', printer.userId).execute();
    expect(await fetchProblem(lostUrl)).toMatchObject({ problem: 'exportGone' });
    await desk.act(id, 'freeze', { reason: '抽检' });
    expect((await fetchProblem(url)).problem).toBe('exportGone');
  });

  it('require the password again, and apply permission and data scope', async () => {
    const id = await desk.issued({ quantity: 5 });
    const printer = await server.as(['manage:batch:exportCodes']);
    await server.db.updateTable('session').set({ confirmTime: '2026-01-01' }).where('userId', '=', printer.userId).execute();
    expect((await desk.act(id, 'exportCodes', { format: 'txt' }, printer)).body.problem).toBe('passwordNeeded');
    const reader = await server.as(['manage:batch:query']);
    expect((await desk.act(id, 'exportCodes', { format: 'txt' }, reader)).body.code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(batchPermissions, { deptId, dataScope: '3' });
    expect((await desk.act(id, 'exportCodes', { format: 'txt' }, stranger)).body.problem).toBe('notFound');
    expect((await stranger.get(`/manage/batch/${id}/exports`)).body.problem).toBe('notFound');
  });
});
