import type { Client } from './test-server.ts';

const importUrl = '/manage/supplier/importData';

/** A CSV of `rows` suppliers; the row at `invalidRow` is invalid. */
export const suppliersCsv = (prefix: string, rows: number, invalidRow = -1): Buffer =>
  Buffer.from(
    [
      '供应商编码,供应商名称',
      ...Array.from({ length: rows }, (_, at) => (at === invalidRow ? '小写 abc,坏' : `${prefix}-${at},第 ${at} 家`)),
    ].join('\n'),
  );

/** Uploads a file as a background task, with extra query parameters `extraQuery`, and returns the response body. */
export const importInBackground = async (by: Client, file: Buffer, extraQuery = '') =>
  (await by.upload(`${importUrl}?background=1${extraQuery}`, 's.csv', file)).body;

export const readTask = async (by: Client, taskId: number) => (await by.get(`/account/task/${taskId}`)).body.data;
