import { suppliers, type Translate } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { translate } from '../app.ts';
import { readSheet, sheetLayout, streamSheets, writeSheet } from './spreadsheet.ts';

describe('a spreadsheet', () => {
  const layout = sheetLayout({ t: translate['zh-CN'] }, suppliers, ['supplierId', 'supplierName', 'state', 'untitled']);
  async function* records(count: number) {
    for (let supplierId = 1; supplierId <= count; supplierId++) yield { supplierId, supplierName: '@a', state: 'suspended', untitled: 1 };
  }
  const read = async (count: number) => {
    const bytes = await new Response(streamSheets(layout, records(count))).arrayBuffer();
    return (await readXlsx(new Uint8Array(bytes))).sheets;
  };

  it('is the same written at once and as it comes', async () => {
    const rows: Record<string, unknown>[] = [];
    for await (const record of records(3)) rows.push(record);
    const [whole] = (await readXlsx(await writeSheet(layout, rows))).sheets;
    const [streamed] = await read(3);
    expect(streamed?.rows).toEqual(whole?.rows);
    expect(streamed?.rows).toEqual([['供应商序号', '供应商名称', '状态'], ...[1, 2, 3].map((id) => [id, "'@a", '已暂停'])]);
  });

  it('goes on in a further sheet, below the same titles, where one is full', async () => {
    const [first, second, ...more] = await read(65_536);
    expect([first?.name, first?.rows.length]).toEqual(['供应商', 65_536]);
    expect(second?.rows).toEqual([first?.rows[0], [65_536, "'@a", first?.rows[1]?.[2]]]);
    expect(more).toEqual([]);
  });

  it('is read below however many blank rows, and refused where it holds too many that are not', async () => {
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

  it('reads coded values back by their words, and as many rows as may come without holding up the process', async () => {
    const table = [['供应商名称', '等级', '备注'], ...Array.from({ length: 10_000 }, (_, at) => [`第 ${at} 家`, 'B 级', '无'])];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: table }] }));
    let asked = 0;
    const counting: Translate = (...of) => {
      asked++;
      return translate['zh-CN'](...of);
    };
    const { rows } = await readSheet({ t: counting }, suppliers, ['supplierName', 'grade', 'remark'], { name: 'a.xlsx', bytes });
    // a look among all words at each cell held the process up for a minute
    expect(asked).toBeLessThan(1000);
    expect([rows.length, rows[9]]).toEqual([10_000, { row: 11, record: { supplierName: '第 9 家', grade: 'B', remark: '无' } }]);
  });
});
