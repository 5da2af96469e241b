import type { Client } from './test-server.ts';

/** Where suppliers are taken in from a file. */
const importUrl = '/manage/supplier/importData';

/** A sheet of `rows` suppliers; the row at `spoilt` is refused. */
export const suppliersCsv = (prefix: string, rows: number, spoilt = -1): Buffer =>
  Buffer.from(
    [
      '供应商编码,供应商名称',
      ...Array.from({ length: rows }, (_, at) => (at === spoilt ? '小写 abc,坏' : `${prefix}-${at},第 ${at} 家`)),
    ].join('\n'),
  );

/** Sends a sheet as a task, with further parameters in `how`, and answers what was said. */
export const sendAside = async (by: Client, file: Buffer, how = '') =>
  (await by.upload(`${importUrl}?background=1${how}`, 's.csv', file)).body;

/** A task as its owner reads it. */
export const readTask = async (by: Client, taskId: number) => (await by.get(`/account/task/${taskId}`)).body.data;
