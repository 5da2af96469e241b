import { CodeImport } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDepartment, productInput, unique } from '../../../test/factories.ts';
import { openPublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { TaskHandlers } from '../../system/task/task-handler.ts';
import { startTasks } from '../../system/task/task-worker.ts';

const permissions = [...batchPermissions, 'manage:batch:importCodes'];

describe('third-party codes', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let clerk: Client;
  let ruleId: number;
  let categoryId: number;
  const errors: unknown[] = [];

  const approvedBatch = (overrides: object = {}) => desk.approved({ categoryId, codeRuleId: ruleId, quantity: 50_000, ...overrides });
  const send = async (batchId: number, file: string | Buffer, fields: Record<string, string> = {}, name = 'codes.txt', by = clerk) => {
    const boundary = `b${unique()}`;
    const parts = Object.entries(fields).map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return (await by.post(`/manage/batch/${batchId}/importCodes`, body, headers)).body;
  };
  const work = (handlers: TaskHandlers = taskHandlers) => startTasks(server.installation, handlers, (error) => errors.push(error), 100);
  const newest = async (batchId: number) => (await clerk.get(`/manage/batch/${batchId}/imports`)).body.data[0];
  const waitUntilEnded = async (batchId: number) => {
    const worker = work();
    await expect.poll(async () => (await newest(batchId)).state).not.toBe('queued');
    await worker.stop();
    return newest(batchId);
  };
  const importFile = async (batchId: number, file: string | Buffer, fields: Record<string, string> = {}, name?: string) => {
    expect(await send(batchId, file, fields, name)).toMatchObject({ code: 200 });
    return waitUntilEnded(batchId);
  };
  const countStored = async () => (await server.db.selectFrom('storedCode').select('serial').execute()).length;
  const series = (count: number, prefix = `F${unique()}-`) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const report = async (batchId: number, importId: number) =>
    (await clerk.get(`/manage/batch/${batchId}/imports/${importId}/report`)).body.toString().trim().split('\r\n').slice(1);

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    clerk = await server.as(permissions);
    const rule = await desk.planner.post('/manage/codeRule', { ruleName: `外来${unique()}`, kind: 'stored', prefix: '', pinDigits: 4 });
    ruleId = rule.body.data.codeRuleId;
    categoryId = (await desk.planner.post('/manage/category', productInput({ codeRuleId: ruleId }))).body.data.categoryId;
    return () => server.close();
  });

  beforeEach(() => {
    errors.length = 0;
    return () => expect(errors).toEqual([]);
  });

  it('have a rule without a shape, and their batches are imported instead of issued', async () => {
    const { data } = (await desk.planner.get(`/manage/codeRule/${ruleId}`)).body;
    expect(data).toMatchObject({ kind: 'stored', alphabet: null, serialDigits: null, pinDigits: 0, form: 'number', length: 0 });
    expect((await desk.planner.put('/manage/codeRule', { codeRuleId: ruleId, kind: 'derived' })).body.problem).toBe('codeRuleKindFixed');
    expect((await desk.planner.post('/manage/codeRule', { ruleName: '缺', prefix: '' })).body).toMatchObject({
      problem: 'codeShapeMissing',
      params: { field: 'alphabet' },
    });
    const id = await approvedBatch();
    expect((await desk.act(id, 'issue')).body.problem).toBe('codesToImport');
    expect(await send(await desk.approved(), 'x')).toMatchObject({ problem: 'codesNotForeign' });
  });

  it('verify like other codes in any spelling after the import, and are not stored as text', async () => {
    const id = await approvedBatch({ quantity: 4, expiryDate: '2099-12-31' });
    // a letter that no number contains
    const mark = `${unique()}K`;
    const texts = [`ABC-${mark}-x`, `https://maker.example/q?id=${mark}`, `https://t.example.cn/c/L${mark}`, `D${mark}`];
    const row = await importFile(id, `${texts.join('\r\n')}\r\n`);
    expect(CodeImport.strict().safeParse(row).error).toBeUndefined();
    expect(row).toMatchObject({ state: 'done', accepted: 4, lineCount: 4, faults: [] });
    expect(await desk.read(id)).toMatchObject({ state: 'issued', issuedCount: 4, statusCounts: { issued: 4 } });
    await desk.act(id, 'activate');
    const site = await openPublicSite(server.installation);
    for (const typedText of [texts[0], texts[1], texts[2], `L${mark}`, ` d ${mark.replace(/(\d)/, '$1 ')}`])
      expect((await site.verify(typedText ?? '')).body, typedText).toMatchObject({
        verdict: expect.stringMatching(/genuine|alreadyVerified/),
      });
    expect((await site.verify(`D${mark}9`)).body.verdict).toBe('unknown');
    await site.close();
    const detail = await desk.planner.get(`/manage/code/detail?code=${encodeURIComponent(texts[0] ?? '')}`);
    expect(detail.body.data).toMatchObject({ batchId: id, ordinal: 1 });
    const storedText = JSON.stringify([await server.db.selectFrom('storedCode').selectAll().execute(), detail.body.data]);
    expect(storedText).not.toContain(mark);
    expect((await desk.act(id, 'exportCodes', { format: 'txt' })).body).toMatchObject({ problem: 'codesForeign' });
    expect((await desk.act(id, 'handOver', { recipient: '厂', kind: 'lines' })).body).toMatchObject({ problem: 'codesForeign' });
  });

  it('are all rejected for one invalid line, with a report, unless valid lines are to be imported', async () => {
    const own = (await desk.planner.get(`/manage/code/list?batchId=${await desk.issued({ quantity: 3 })}&pageSize=1`)).body.rows[0].code;
    const before = await countStored();
    const existingCodes = series(1);
    await importFile(await approvedBatch(), existingCodes.join('\n'));
    const newCodes = series(6);
    const lines = [
      newCodes[0],
      '',
      `${newCodes[1]}中`,
      `"${newCodes[2]}"`,
      newCodes[0],
      existingCodes[0],
      own,
      'x'.repeat(201),
      'a b',
      newCodes[3],
      newCodes[4],
      newCodes[5],
    ];
    const gbk = Buffer.concat([
      Buffer.from(`${lines.slice(0, 2).join('\n')}\n${newCodes[1]}`),
      Buffer.from([0xd6, 0xd0]),
      Buffer.from(`\n${lines.slice(3).join('\n')}`),
    ]);
    const id = await approvedBatch();
    const refusedImport = await importFile(id, gbk, { separator: ',' });
    expect(refusedImport).toMatchObject({ state: 'refused', accepted: 5, lineCount: 12 });
    expect(await report(id, refusedImport.importId)).toEqual([
      '2,空行',
      '3,含空格、不可见字符或非 ASCII 字符',
      '5,文件里重复',
      '6,以前导入过',
      '7,与本系统发的码冲突',
      '8,超过 200 个字符',
      '9,含空格、不可见字符或非 ASCII 字符',
    ]);
    expect(refusedImport.faults).toContainEqual({ cause: 'signs', lines: 2, firstLine: 3 });
    const worker = work();
    await expect.poll(countStored).toBe(before + 1);
    await worker.stop();
    expect((await desk.read(id)).state).toBe('approved');
    expect(await importFile(id, gbk, { separator: ',', keepGood: 'true' })).toMatchObject({ state: 'done', accepted: 5 });
    expect((await desk.read(id)).issuedCount).toBe(5);
  });

  it('are read from a CSV column after its header, up to the planned quantity', async () => {
    const codes = series(5);
    const csv = `\u{feff}序号,码\r\n${codes.map((code, index) => `${index},"${code}"`).join('\r\n')}\r\n7\r\n`;
    const id = await approvedBatch({ quantity: 3 });
    const row = await importFile(id, csv, { separator: ',', column: '2', header: 'true', keepGood: 'true' }, 'codes.csv');
    expect(row).toMatchObject({ state: 'done', accepted: 3 });
    expect(await report(id, row.importId)).toEqual(['5-6,超出批次计划数量', '7,没有这一列']);
    expect(await send(id, 'more')).toMatchObject({
      problem: 'codeImportFull',
      msg: '批次计划的 3 枚码已全部导入，不能再导入；要更多的码，另建一个批次',
    });
    const secondBatchId = await approvedBatch({ quantity: 10 });
    await importFile(secondBatchId, series(4).join('\n'));
    expect(await importFile(secondBatchId, series(2).join('\n'))).toMatchObject({ state: 'done', accepted: 2 });
    expect(await desk.read(secondBatchId)).toMatchObject({ issuedCount: 6, state: 'issued' });
  });

  it('continue at the exact next line after a lost worker, which writes nothing more', async () => {
    const id = await approvedBatch();
    const codes = series(35_000);
    codes[15_000] = codes[3] ?? '';
    const { data } = await send(id, codes.join('\n'), { keepGood: 'true' });
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stalledWorker = work({
      importCodes: {
        async run(job, installation) {
          const progress: typeof job.progress = async (done, total) => {
            if (done === 20_000) await gate;
            else await job.progress(done, total);
          };
          await taskHandlers.importCodes?.run({ ...job, progress, signal: new AbortController().signal }, installation);
        },
      },
    });
    await expect.poll(async () => (await newest(id)).readLines).toBe(20_000);
    await server.db
      .updateTable('task')
      .set({ lease: crypto.randomUUID(), leaseTime: '2026-01-01' })
      .where('taskId', '=', data.taskId)
      .execute();
    expect(await waitUntilEnded(id)).toMatchObject({
      state: 'done',
      accepted: 34_999,
      readLines: 35_000,
      faults: [{ cause: 'twiceInFile', lines: 1, firstLine: 15_001 }],
    });
    release();
    await stalledWorker.stop();
    errors.length = 0;
    expect(await newest(id)).toMatchObject({ accepted: 34_999, readLines: 35_000 });
    expect((await desk.read(id)).issuedCount).toBe(34_999);
    const { rows } = await sql<{ codes: number }>`select count(*) as codes from stored_code s join batch_range r on r.space_id = s.space_id
      and s.serial >= r.serial_from and s.serial < r.serial_from + r.count where r.batch_id = ${id}`.execute(server.db);
    expect(rows[0]?.codes).toBe(34_999);
  });

  it('are removed when their import is cancelled', async () => {
    const id = await approvedBatch();
    const before = await countStored();
    const { data } = await send(id, series(25_000).join('\n'));
    const worker = work({
      ...taskHandlers,
      importCodes: {
        ...taskHandlers.importCodes,
        async run(job, installation) {
          const progress: typeof job.progress = async (done, total) => {
            await job.progress(done, total);
            if (done === 10_000) await clerk.put(`/account/task/${data.taskId}/cancel`);
          };
          await taskHandlers.importCodes?.run({ ...job, progress }, installation);
        },
      },
    });
    await expect.poll(async () => (await newest(id)).state).toBe('cancelled');
    await expect.poll(countStored).toBe(before);
    await worker.stop();
    errors.length = 0;
    expect((await desk.read(id)).state).toBe('approved');
  });

  it('are imported one file at a time when two files contain the same codes', async () => {
    const [one, two] = [await approvedBatch(), await approvedBatch()];
    const codes = series(3000);
    await Promise.all([one, two].map((id) => send(id, codes.join('\n'), { keepGood: 'true' })));
    expect(await send(one, 'x')).toMatchObject({ problem: 'codeImportOpen' });
    const workers = [work(), work()];
    const states = async () => Promise.all([one, two].map(async (id) => (await newest(id)).state));
    await expect.poll(states).not.toContain('queued');
    await Promise.all(workers.map((worker) => worker.stop()));
    const rows = await Promise.all([one, two].map(newest));
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'refused']);
    expect(rows.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(3000);
  });

  it('are rejected in unreadable files, without the permission and outside the data scope', async () => {
    const id = await approvedBatch();
    expect(await send(id, '')).toMatchObject({ problem: 'fileEmpty' });
    expect(await send(id, 'x', {}, 'codes.xlsx')).toMatchObject({ problem: 'fileTypeWrong' });
    expect(await send(id, Buffer.from('\ufeffABC', 'utf16le'))).toMatchObject({ problem: 'codeFileEncoded' });
    expect(await send(id, 'x', { column: '0' })).toMatchObject({ problem: 'invalidInput', params: { field: 'column' } });
    expect((await clerk.post(`/manage/batch/${id}/importCodes`, {})).body.problem).toBe('fileMissing');
    expect((await send(id, 'x', {}, 'a.txt', desk.planner)).code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(permissions, { deptId, dataScope: '3' });
    expect((await send(id, 'x', {}, 'a.txt', stranger)).problem).toBe('notFound');
    expect((await stranger.get(`/manage/batch/${id}/imports`)).body.problem).toBe('notFound');
  });
});
