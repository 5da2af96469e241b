import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { absentIfBlank, Id, int, queryFlag, Time } from '../core/fields.ts';
import { batches } from './batch.ts';

/** Ten million links of 200 characters. */
export const FOREIGN_FILE_BYTES = 2 * 1024 ** 3;
/** Printable ASCII. */
export const MAX_FOREIGN_CODE_CHARACTERS = 200;

export const CodeImportForm = z.object({
  /** Absent: each line is a code. */
  separator: absentIfBlank(z.enum([',', ';', '\t'])),
  /** From 1. */
  column: absentIfBlank(int(1, 50)),
  header: queryFlag,
  /** Otherwise one invalid line rejects the file. */
  keepGood: queryFlag,
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

/** The fields of `CodeImportForm`, then the file. */
export const importCodes = defineEndpoint(batches, 'POST /:id/importCodes', {
  permission: 'importCodes',
  rest: 'POST /batches/:id/imports',
  data: z.object({ importId: Id, taskId: Id }),
  log: 'import',
  word: (field) => `manage.codeImport.${field}`,
});
/** The latest 100, newest first. */
export const codeImports = defineEndpoint(batches, 'GET /:id/imports', { permission: 'read', data: z.array(CodeImport) });
/** Rejected lines. */
export const codeImportReport = defineEndpoint(batches, 'GET /:id/imports/:importId/report', { permission: 'read', file: ['text/csv'] });
