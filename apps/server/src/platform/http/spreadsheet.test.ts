import { suppliers, type Translate } from '@suyuan/contract';
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { inlineCell, workbookOf } from '../../test/workbook.ts';
import { translate } from '../translations.ts';
import { readSheet, readTable, sheetLayout, streamSheets, writeSheet } from './spreadsheet.ts';
import { workbookRows } from './workbook-rows.ts';

describe('spreadsheet', () => {
  const layout = sheetLayout({ t: translate['zh-CN'], language: 'zh-CN' }, suppliers, ['supplierId', 'supplierName', 'state', 'untitled']);
  async function* records(count: number) {
    for (let supplierId = 1; supplierId <= count; supplierId++) yield { supplierId, supplierName: '@a', state: 'suspended', untitled: 1 };
  }
  const read = async (count: number) => {
    const bytes = await new Response(await streamSheets(layout, records(count))).arrayBuffer();
    return (await readXlsx(new Uint8Array(bytes))).sheets;
  };

  it('is the same when written at once and as a stream', async () => {
    const rows: Record<string, unknown>[] = [];
    for await (const record of records(3)) rows.push(record);
    const [whole] = (await readXlsx(await writeSheet(layout, rows))).sheets;
    const [streamed] = await read(3);
    expect(streamed?.rows).toEqual(whole?.rows);
    expect(streamed?.rows).toEqual([['供应商序号', '供应商名称', '状态'], ...[1, 2, 3].map((id) => [id, "'@a", '已暂停'])]);
  });

  it('continues in another sheet with the same header when one is full', async () => {
    const [first, second, ...more] = await read(65_536);
    expect([first?.name, first?.rows.length]).toEqual(['供应商', 65_536]);
    expect(second?.rows).toEqual([first?.rows[0], [65_536, "'@a", first?.rows[1]?.[2]]]);
    expect(more).toEqual([]);
  });

  it('is read after any number of blank rows, and rejected with too many filled rows', async () => {
    const sheet = async (blank: number, filled: number) => {
      const row = (value: string | null) => [value];
      const rows = [row('供应商名称'), ...Array.from({ length: blank }, () => row('')), ...Array.from({ length: filled }, () => row('甲'))];
      return { name: 'a.xlsx', bytes: Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows }] })) };
    };
    const read = async (blank: number, filled: number) =>
      readSheet({ t: translate['zh-CN'] }, suppliers, ['supplierName'], await sheet(blank, filled));
    expect((await read(10_100, 1)).rows).toEqual([{ row: 10_102, record: { supplierName: '甲' } }]);
    await expect(read(0, 10_001)).rejects.toMatchObject({ problem: 'fileRowsTooMany' });
  });

  it('is rejected by its row count alone, and read only up to its last row', async () => {
    const rows = (count: number) => `<row>${inlineCell('供应商名称')}</row>${`<row>${inlineCell('甲')}</row>`.repeat(count)}`;
    // the unpacked file exceeds the limit
    const [blank, after] = ['<row r="1"/>'.repeat(5_000_000), `<!--${' '.repeat(60_000_000)}-->`];
    const read = (bytes: Buffer) => readSheet({ t: translate['zh-CN'] }, suppliers, ['supplierName'], { name: 'a.xlsx', bytes });
    const tooMany = { problem: 'fileRowsTooMany', params: { max: 10_000 } };
    await expect(read(workbookOf(rows(10_001) + blank))).rejects.toMatchObject(tooMany);
    await expect(read(workbookOf(rows(10_000) + blank))).rejects.toMatchObject({ problem: 'fileTooLarge', params: { max: '50 MB' } });
    expect((await read(workbookOf(rows(10_000), { after }))).rows).toHaveLength(10_000);
  });

  it('has the same cells as in another reader', async () => {
    const format = (numFmt: string) => ({ style: { numFmt } });
    const cells = [
      [0, new Date('2026-01-31T00:00:00Z'), {}],
      [1, new Date('2026-01-31T08:30:15Z'), format('yyyy"年"m"月"d"日" hh:mm')],
      [2, 0.75, format('[h]:mm:ss')],
      [3, 45_000.5, format('[Red]#,##0.00 "days"')],
      [4, 1e21, {}],
      [5, '一_x000D_二 & <三>', {}],
      [6, 59, format('yyyy-mm-dd')],
      [7, false, {}],
      [30, -0.1, format('0%')],
    ] as const;
    const values: CellValue[] = [];
    for (const [column, value] of cells) values[column] = value;
    const styled = new Map(cells.map(([column, value, more]) => [`0,${column}`, { value, ...more }]));
    const bytes = Buffer.from(
      await writeXlsx({ sheets: [{ name: 'a', rows: [Array.from(values, (value) => value ?? null)], cells: styled }] }),
    );
    const [other] = (await readXlsx(bytes)).sheets;
    const rows: unknown[] = [];
    for await (const { values: cells } of workbookRows(bytes, 100, 1_000_000)) rows.push(cells);
    expect(rows).toEqual(other?.rows);
  });

  it('is rejected when repeated strings exceed the size limit', async () => {
    const rows = `<row>${inlineCell('供应商名称')}</row>${'<row><c t="s"><v>0</v></c></row>'.repeat(9_000)}`;
    const bytes = workbookOf(rows, { strings: `<si><t>${'长'.repeat(30_000)}</t></si>` });
    const read = readSheet({ t: translate['zh-CN'] }, suppliers, ['supplierName'], { name: 'a.xlsx', bytes });
    await expect(read).rejects.toMatchObject({ problem: 'fileTooLarge' });
  });

  it('is read with numbers, dates, booleans and blanks as text, from a workbook or a CSV', async () => {
    const day = new Date('2026-01-31T00:00:00Z');
    const moment = new Date('2026-01-31T08:30:00Z');
    const rows = [['a', 'b', 'c', 'd', 'e'], [], [1.5, day, moment, true, ' =x '], [null, 'x', '', ' ']];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows }] }));
    const ctx = { t: translate['zh-CN'] };
    expect(await readTable(ctx, { name: 'a.xlsx', bytes })).toEqual([
      { row: 1, cells: ['a', 'b', 'c', 'd', 'e'] },
      { row: 3, cells: ['1.5', '2026-01-31', '2026-01-31 08:30:00', '是', '=x'] },
      { row: 4, cells: ['', 'x'] },
    ]);
    const csv = Buffer.from('\ufeffa,b\r\n\r\n1,"二\n三"\r\n');
    expect(await readTable(ctx, { name: 'a.csv', bytes: csv })).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['1', '二\n三'] },
    ]);
    await expect(readTable(ctx, { name: 'a.csv', bytes: Buffer.from('a\0b') })).rejects.toMatchObject({ problem: 'fileUnreadable' });
  });

  it('reads coded values by their labels, up to the row limit, without blocking the process', async () => {
    const table = [['供应商名称', '等级', '备注'], ...Array.from({ length: 10_000 }, (_, at) => [`第 ${at} 家`, 'B 级', '无'])];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: table }] }));
    let translations = 0;
    const counting: Translate = (...of) => {
      translations++;
      return translate['zh-CN'](...of);
    };
    const { rows } = await readSheet({ t: counting }, suppliers, ['supplierName', 'grade', 'remark'], { name: 'a.xlsx', bytes });
    // searching all words per cell blocked the process for a minute
    expect(translations).toBeLessThan(1000);
    expect([rows.length, rows[9]]).toEqual([10_000, { row: 11, record: { supplierName: '第 9 家', grade: 'B', remark: '无' } }]);
  });
});
