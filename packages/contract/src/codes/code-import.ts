import { z } from 'zod';
import { Id, int, Time, unlessBlank } from '../core/fields.ts';
import { batches } from './batch.ts';

/** Ten million links of 200 characters. */
export const FOREIGN_FILE_BYTES = 2 * 1024 ** 3;
/** Printable ASCII. */
export const MAX_FOREIGN_CODE_CHARACTERS = 200;

const flag = unlessBlank(
  z.preprocess((value) => (value === 'true' || value === '1' ? true : value === 'false' ? false : value), z.boolean()),
);

export const CodeImportForm = z.object({
  /** Absent: each line is a code. */
  separator: unlessBlank(z.enum([',', ';', '\t'])),
  /** From 1. */
  column: unlessBlank(int(1, 50)),
  header: flag,
  /** Otherwise one invalid line rejects the file. */
  keepGood: flag,
});
export type CodeImportForm = z.output<typeof CodeImportForm>;

/** A blank line never rejects the file. */
export const importCauses = ['blank', 'tooLong', 'signs', 'columnMissing', 'twiceInFile', 'known', 'ours', 'beyondQuantity'] as const;
export type ImportCause = (typeof importCauses)[number];

/** Import of foreign codes into a batch whose rule stores codes. */
export const CodeImport = z.object({
  importId: Id,
  fileName: z.string(),
  bytes: z.int(),
  lineCount: z.int(),
  state: z.enum(['queued', 'done', 'refused', 'cancelled', 'failed']),
  keepGood: z.boolean(),
  readLines: z.int(),
  accepted: z.int(),
  /** The most frequent first. */
  faults: z.array(z.object({ cause: z.enum(importCauses), lines: z.int(), firstLine: z.int() })),
  createBy: z.string(),
  createTime: Time,
  finishTime: Time.nullable(),
});
export type CodeImport = z.output<typeof CodeImport>;

/** `POST {path}` returns `{ importId, taskId }`. `GET {list}/{importId}/report` returns a CSV. */
export const codeImports = {
  path: `${batches.path}/:id/importCodes`,
  list: `${batches.path}/:id/imports`,
  permission: batches.permission('importCodes'),
};
