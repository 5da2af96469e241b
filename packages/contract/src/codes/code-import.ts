import { z } from 'zod';
import { Id, int, Time, unlessBlank } from '../core/fields.ts';
import { batches } from './batch.ts';

/** Bytes of a file of foreign codes: ten million links of 200 characters. */
export const FOREIGN_FILE_BYTES = 2 * 1024 ** 3;
/** Characters of a foreign code, printable ASCII. */
export const LONGEST_FOREIGN_CODE = 200;

const flag = unlessBlank(
  z.preprocess((value) => (value === 'true' || value === '1' ? true : value === 'false' ? false : value), z.boolean()),
);

/** How the lines of a file are read. */
export const CodeImportForm = z.object({
  /** Between the columns of a line; absent: a line is a code. */
  separator: unlessBlank(z.enum([',', ';', '\t'])),
  /** Column of the code, from 1. */
  column: unlessBlank(int(1, 50)),
  /** The first line names columns. */
  header: flag,
  /** Takes the good lines in though others are bad; else one bad line keeps all out. */
  keepGood: flag,
});
export type CodeImportForm = z.output<typeof CodeImportForm>;

/** Why a line was not taken in. A blank one is nobody's fault and keeps nothing out. */
export const importCauses = ['blank', 'tooLong', 'signs', 'columnMissing', 'twiceInFile', 'known', 'ours', 'beyondQuantity'] as const;
export type ImportCause = (typeof importCauses)[number];

/** A file of codes that others made, on its way into a batch whose rule stores codes. */
export const CodeImport = z.object({
  importId: Id,
  fileName: z.string(),
  bytes: z.int(),
  lineCount: z.int(),
  state: z.enum(['queued', 'done', 'refused', 'cancelled', 'failed']),
  keepGood: z.boolean(),
  readLines: z.int(),
  accepted: z.int(),
  /** Lines by what is wrong with them, the most first. */
  faults: z.array(z.object({ cause: z.enum(importCauses), lines: z.int(), firstLine: z.int() })),
  createBy: z.string(),
  createTime: Time,
  finishTime: Time.nullable(),
});
export type CodeImport = z.output<typeof CodeImport>;

/** `POST {path}` takes the file and answers `{ importId, taskId }`; `GET {list}`; `GET {list}/{importId}/report` is a CSV. */
export const codeImports = {
  path: `${batches.path}/:id/importCodes`,
  list: `${batches.path}/:id/imports`,
  permission: batches.permission('importCodes'),
};
