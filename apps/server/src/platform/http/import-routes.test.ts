import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, insertRole, supplierInput } from '../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';
import { workbookOf } from '../../test/workbook.ts';

/** A ZIP of one deflated file that declares `declared` bytes. */
function zipOf(name: string, packed: Buffer, declared: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(''), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(declared, 18);
  fields.writeUInt16LE(name.length, 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, entry, Buffer.from('PK\x05\x06'), end]);
}

/** `megabytes` of zeros, deflated as a stream. */
async function deflatedZeros(megabytes: number): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part) => parts.push(part));
  const chunk = Buffer.alloc(1024 * 1024);
  for (let count = 0; count < megabytes; count++) if (!deflate.write(chunk)) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(parts);
}

describe('import', () => {
  let server: TestServer;
  let buyer: Client;
  const url = '/manage/supplier/importData';
  const sheetOf = async (rows: Record<string, string>[]) => {
    const { body } = await buyer.post('/manage/supplier/importTemplate');
    const titles = (await readXlsx(body, { sheets: [0] })).sheets[0]?.rows[0] ?? [];
    const table = [titles, ...rows.map((row) => titles.map((title) => row[String(title)] ?? ''))];
    return Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: table }] }));
  };

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(['list', 'query', 'add', 'import'].map((verb) => `manage:supplier:${verb}`));
    return () => server.close();
  });

  it('adds the rows of a workbook', async () => {
    const { supplierCode, supplierName } = supplierInput() as { supplierCode: string; supplierName: string };
    const { body } = await buyer.upload(
      url,
      's.xlsx',
      await sheetOf([{ 供应商编码: supplierCode, 供应商名称: supplierName, 状态: '正常' }]),
    );
    expect(body).toMatchObject({ code: 200, data: { count: 1, bad: 0 } });
    expect((await buyer.get(`/manage/supplier/list?supplierCode=${supplierCode}`)).body).toMatchObject({ total: 1 });
  });

  it('imports nothing if an option is neither on nor off', async () => {
    const file = await sheetOf([{ 供应商编码: 'IMP-OPTION', 供应商名称: '甲' }]);
    for (const value of ['yes', 'on', '2', 'true&dryRun=false'])
      expect((await buyer.upload(`${url}?dryRun=${value}`, 's.xlsx', file)).body, value).toMatchObject({
        problem: 'invalidInput',
        params: { field: 'dryRun' },
      });
    for (const value of ['True', '1', 'true']) expect((await buyer.upload(`${url}?dryRun=${value}`, 's.xlsx', file)).body.code).toBe(200);
    expect((await buyer.get('/manage/supplier/list?supplierCode=IMP-OPTION')).body).toMatchObject({ total: 0 });
  });

  it('refuses a sheet with titles only', async () => {
    expect((await buyer.upload(url, 's.xlsx', await sheetOf([]))).body).toMatchObject({ problem: 'fileWithoutRows' });
  });

  it('numbers rows like the spreadsheet, including blank ones, and reports unknown columns', async () => {
    const table = [['供应商编码', '供应商名称', '供应商编号', '', '备 注'], ['IMP-B1', '甲'], [], ['', ''], ['小写 abc', '乙', '被忽略']];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: table }] }));
    const { body } = await buyer.upload(`${url}?dryRun=1`, 's.xlsx', file);
    expect(body.data).toMatchObject({ count: 1, bad: 1, faults: [{ row: 5 }], unknown: ['供应商编号', '备 注'] });
  });

  it('refuses a sheet with a column twice', async () => {
    const table = [
      ['供应商编码', '供应商名称', '简称', '供应商名称'],
      ['IMP-D1', '甲', '丙', '乙'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: table }] }));
    const { body } = await buyer.upload(url, 's.xlsx', file);
    expect(body).toMatchObject({ problem: 'fileTitlesRepeated', msg: '文件里有重复的列：供应商名称；每列只保留一个后再导入' });
  });

  it('refuses a sheet without required columns once, not for each row', async () => {
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [['简称'], ['甲'], ['乙'], ['丙']] }] }));
    const { body } = await buyer.upload(`${url}?dryRun=1`, 's.xlsx', file);
    expect(body).toMatchObject({
      problem: 'fileColumnsMissing',
      msg: '文件缺少列：供应商编码、供应商名称；补上后再导入，或用模板填写',
    });
  });

  it('stops unpacking a zip bomb of any declared size, and serves other requests meanwhile', async () => {
    const packed = await deflatedZeros(500);
    for (const declared of [1000, 500 * 1024 * 1024]) {
      const bomb = zipOf('_rels/.rels', packed, declared);
      const before = process.resourceUsage().maxRSS;
      const [{ body }] = await Promise.all([buyer.upload(url, 'b.xlsx', bomb), buyer.get('/manage/supplier/list')]);
      expect(body).toMatchObject({ code: 500, problem: 'fileTooLarge', msg: '文件太大；不能超过 50 MB' });
      // up to the limit of 50 MB, several copies until the garbage collection, but not all of it
      expect(process.resourceUsage().maxRSS - before).toBeLessThan(400 * 1024);
    }
  });

  it('reads sheets one at a time, serves others meanwhile, and frees the slots of aborted uploads', async () => {
    const port = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port;
    const slow = workbookOf('<row><c r="XFD1"/></row>'.repeat(2_000_000));
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(slow)]), 'slow.xlsx');
    const disconnect = new AbortController();
    const send = () =>
      fetch(`http://127.0.0.1:${port}/api${url}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${buyer.token}` },
        body: form,
        signal: disconnect.signal,
      });
    // one is parsed and eight wait; the rest are refused
    const replies = Array.from({ length: 12 }, send);
    const responses: Response[] = [];
    const requestsSettled = Promise.allSettled(replies.map(async (reply) => responses.push(await reply)));
    await expect.poll(() => responses.length).toBe(3);
    for (const { status, headers } of responses)
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await buyer.get('/manage/supplier/list')).body).toMatchObject({ code: 200 });
    disconnect.abort();
    await requestsSettled;
    expect(responses).toHaveLength(3);
    const small = await sheetOf([{ 供应商编码: 'IMP-Q1', 供应商名称: '甲', 状态: '正常' }]);
    const after = async () => (await buyer.upload(`${url}?dryRun=1`, 's.xlsx', small)).body;
    await expect.poll(after).toMatchObject({ code: 200, data: { count: 1, bad: 0 } });
  });

  it('reads the result of a formula, and runs none', async () => {
    const cells = new Map([['1,1', { formula: 'CONCATENATE("算","出")', formulaResult: '算出' }]]);
    const rows = [
      ['供应商编码', '供应商名称', '简称'],
      ['IMP-F1', null, "'=1+1"],
      ['IMP-F2', '=2+2', '@SUM(A1)'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows, cells }] }));
    expect((await buyer.upload(url, 's.xlsx', file)).body).toMatchObject({ data: { count: 2, bad: 0 } });
    const read = async (code: string) => (await buyer.get(`/manage/supplier/list?supplierCode=${code}`)).body.rows;
    expect(await read('IMP-F1')).toMatchObject([{ supplierName: '算出', shortName: '=1+1' }]);
    expect(await read('IMP-F2')).toMatchObject([{ supplierName: '=2+2', shortName: '@SUM(A1)' }]);
  });

  it('refuses formula errors, and numbers whose last digits the spreadsheet lost', async () => {
    const file = await sheetOf([{ 供应商编码: 'IMP-N1', 供应商名称: '#N/A' }]);
    const message = async (bytes: Buffer, headers = {}) => (await buyer.upload(url, 's.xlsx', bytes, headers)).body.params.message;
    expect(await message(file)).toBe('供应商名称是公式错误；改正公式或直接填写');
    const rows = [
      ['供应商编码', '供应商名称', '银行账号'],
      ['IMP-N2', '甲', 6222021234567890],
    ];
    const long = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] }));
    expect(await message(long)).toBe('银行账号是超过 15 位的数字，末位会丢失；设为文本格式后重新填写');
    const english = [
      ['Supplier code', 'Supplier name', 'Grade'],
      ['IMP-N3', 'A', 'Z'],
    ];
    const wrong = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: english }] }));
    expect(await message(wrong, { 'accept-language': 'en-US' })).toMatch(
      /^Grade is not one of the options. Choose from: [^、]+, [^、]+\.$/,
    );
  });

  it('reads CSV in UTF-8 and GBK, with commas, semicolons or tabs, and numbers its rows', async () => {
    const titles = Buffer.from('b9a9d3a6c9ccb1e0c2eb2cb9a9d3a6c9ccc3fbb3c6', 'hex');
    const gbk = Buffer.concat([titles, Buffer.from('\r\nIMP-C2,'), Buffer.from('b2e8', 'hex')]);
    const files: [string, Buffer, string, string][] = [
      ['u.csv', Buffer.from('\ufeff供应商编码,供应商名称\r\nIMP-C1,"甲,""乙"""\r\n'), 'IMP-C1', '甲,"乙"'],
      ['g.CSV', gbk, 'IMP-C2', '茶'],
      ['s.csv', Buffer.from('供应商名称;供应商编码\n丙;IMP-C3'), 'IMP-C3', '丙'],
      ['t.csv', Buffer.from("供应商编码\t供应商名称\nIMP-C4\t'=1+1"), 'IMP-C4', '=1+1'],
    ];
    for (const [name, bytes, code, supplierName] of files) {
      expect((await buyer.upload(url, name, bytes)).body, name).toMatchObject({ data: { count: 1, bad: 0, unknown: [] } });
      expect((await buyer.get(`/manage/supplier/list?supplierCode=${code}`)).body.rows).toMatchObject([{ supplierName }]);
    }
    const wrong = Buffer.from('供应商编码,供应商名称\nIMP-C5,甲\n\n小写 abc,乙');
    expect((await buyer.upload(url, 'w.csv', wrong)).body).toMatchObject({ problem: 'fileRowsWrong', params: { count: 1, row: 4 } });
    expect((await buyer.upload(url, 'x.csv', Buffer.from('供应商编码\0'))).body).toMatchObject({ problem: 'fileUnreadable' });
    for (const text of ['PK', 'id,name\n1,2'])
      expect((await buyer.upload(url, 'x.csv', Buffer.from(text))).body).toMatchObject({
        problem: 'fileTitlesUnknown',
        msg: expect.stringContaining('x.csv'),
      });
  });

  it('updates existing records on request with the edit permission, and keeps blank cells unchanged', async () => {
    const rows = [
      { 供应商编码: 'IMP-U1', 供应商名称: '原名', 简称: '原', 所在地区: '440300' },
      { 供应商编码: 'IMP-U2', 供应商名称: '另一家' },
    ];
    expect((await buyer.upload(url, 's.xlsx', await sheetOf(rows))).body).toMatchObject({ data: { count: 2 } });
    const changed = await sheetOf([
      { 供应商编码: 'IMP-U1', 供应商名称: '改名' },
      { 供应商编码: 'IMP-U3', 供应商名称: '新家' },
    ]);
    expect((await buyer.upload(url, 's.xlsx', changed)).body).toMatchObject({ problem: 'fileRowsWrong', params: { count: 1, row: 2 } });
    expect((await buyer.upload(`${url}?updateSupport=1`, 's.xlsx', changed)).body).toMatchObject({ code: 403 });
    const editor = await server.as(['list', 'query', 'add', 'edit', 'import'].map((verb) => `manage:supplier:${verb}`));
    const named = async (code: string) => (await editor.get(`/manage/supplier/list?supplierCode=${code}`)).body.rows;
    expect((await editor.upload(`${url}?updateSupport=1&dryRun=1`, 's.xlsx', changed)).body.data).toMatchObject({ count: 2, updated: 1 });
    expect(await named('IMP-U')).toHaveLength(2);
    expect((await editor.upload(`${url}?updateSupport=1`, 's.xlsx', changed)).body.data).toMatchObject({ count: 2, updated: 1, bad: 0 });
    expect(await named('IMP-U1')).toMatchObject([{ supplierName: '改名', shortName: '原', regionCode: '440300' }]);
    const twice = await sheetOf([
      { 供应商编码: 'IMP-U2', 供应商名称: '一' },
      { 供应商编码: 'IMP-U2', 供应商名称: '二' },
    ]);
    const refused = (await editor.upload(`${url}?updateSupport=1`, 's.xlsx', twice)).body;
    expect(refused).toMatchObject({ problem: 'fileRowsWrong', params: { row: 3, message: expect.stringContaining('“IMP-U2”已被使用') } });
    expect(await named('IMP-U2')).toMatchObject([{ supplierName: '另一家' }]);
    // may import everything but edit only in the own department, by file as by form
    const elsewhere = await server.as(['manage:supplier:import'], { deptId: (await insertDepartment(server.db)).deptId });
    await insertRole(server.db, elsewhere.userId, ['manage:supplier:edit'], '3');
    expect((await elsewhere.upload(`${url}?updateSupport=1`, 's.xlsx', changed)).body).toMatchObject({
      problem: 'fileRowsWrong',
      params: { row: 2, message: expect.stringContaining('“IMP-U1”已被使用') },
    });
  });

  it('accepts ten thousand rows and rejects more', { timeout: 600_000 }, async () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `IMP-T${at},第 ${at} 家`);
    const csv = (rows: number) => Buffer.from(['供应商编码,供应商名称', ...lines.slice(0, rows)].join('\n'));
    expect((await buyer.upload(url, 't.csv', csv(10_001))).body).toMatchObject({ problem: 'fileRowsTooMany' });
    if (process.env.SUYUAN_LONG !== '1') return;
    expect((await buyer.upload(url, 't.csv', csv(10_000))).body.data).toMatchObject({ count: 10_000, bad: 0 });
  });

  it('rejects a file of more than 5 MB as too large', async () => {
    for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024]) {
      const { body } = await buyer.upload(url, 'large.xlsx', Buffer.alloc(size, 'PK'));
      expect(body).toMatchObject({ code: 500, problem: 'fileTooLarge', params: { max: '5 MB' }, msg: '文件太大；不能超过 5 MB' });
    }
  });

  it('rejects a file that only looks like a workbook', async () => {
    const whole = await sheetOf([]);
    for (const bytes of [Buffer.from('PK'), Buffer.from('id,name'), whole.subarray(0, -30), zipOf('x.xml', Buffer.from('no'), 2)])
      expect((await buyer.upload(url, 'x.xlsx', bytes)).body).toMatchObject({
        code: 500,
        problem: 'fileUnreadable',
        params: { file: 'x.xlsx' },
      });
  });

  it('writes a rejected file to the audit log without an open transaction', async () => {
    await buyer.upload(url, 'x.xlsx', Buffer.from('PK\x03\x04'));
    const row = await server.db.selectFrom('auditLog').select(['status', 'errorMsg']).orderBy('operId', 'desc').executeTakeFirst();
    expect(row).toEqual({ status: '1', errorMsg: 'fileUnreadable' });
  });
});
