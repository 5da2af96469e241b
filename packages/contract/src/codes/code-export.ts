import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { absentIfBlank, Id, int, Time } from '../core/fields.ts';
import { defineAction } from '../core/resource.ts';
import { batches } from './batch.ts';
import { CodeLevel, LevelName } from './code-selection.ts';

/**
 * `box`, `case` and `pallet` are codes of enclosing containers. `sscc` belongs to the container itself, or else to the innermost with
 * an SSCC.
 */
export const exportColumns = [
  'ordinal',
  'code',
  'payload',
  'pin',
  'gtin',
  'batchNo',
  'madeDate',
  'expiryDate',
  'box',
  'case',
  'pallet',
  'sscc',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** PINs require a print order, which a second person releases (decision 93). */
export const plainColumns = exportColumns.filter((column) => column !== 'pin');

/** One code per line (`txt`), or selected columns (`csv`). */
export const CodeExportInput = z.object({
  /** Absent: units. */
  level: absentIfBlank(CodeLevel),
  format: z.enum(['txt', 'csv']),
  /** Only for `csv`. */
  columns: z
    .array(z.enum(exportColumns))
    .min(1)
    .max(exportColumns.length)
    .refine((columns) => !columns.includes('pin'), { params: { word: 'manage.codeExport.pinRefused' } })
    .optional(),
  header: z.boolean().optional(),
  bom: z.boolean().optional(),
  from: int(1, Number.MAX_SAFE_INTEGER).optional(),
  to: int(1, Number.MAX_SAFE_INTEGER).optional(),
});
export type CodeExportInput = z.output<typeof CodeExportInput>;

/** The link allows one download within a day. */
export const exportBatch = defineAction(batches, 'exportCodes', CodeExportInput, {
  rest: 'POST /batches/:id/exports',
  data: z.object({ exportId: Id, url: z.string() }),
  sensitive: true,
});

export const CodeExport = z.object({
  exportId: Id,
  level: z.int(),
  format: z.enum(['txt', 'csv']),
  columns: z.array(z.enum(exportColumns)),
  /** From 1, both ends included. */
  from: z.int(),
  to: z.int(),
  state: z.enum(['open', 'sending', 'done', 'expired']),
  sentCount: z.int(),
  bytes: z.int().nullable(),
  /** Hexadecimal. Null until sent. */
  sha256: z.string().nullable(),
  createBy: z.string(),
  createTime: Time,
  finishTime: Time.nullable(),
});
export type CodeExport = z.output<typeof CodeExport>;

/** Content of `manifest.json`, which the printing house checks before it prints. */
export const CodeManifest = z.object({
  batchNo: z.string(),
  gtin: z.string().nullable(),
  goods: z.string(),
  file: z.string(),
  level: LevelName,
  format: z.enum(['txt', 'csv']),
  columns: z.array(z.enum(exportColumns)),
  count: z.number(),
  firstOrdinal: z.number(),
  lastOrdinal: z.number(),
  firstCode: z.string(),
  lastCode: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  createTime: z.string(),
});
export type CodeManifest = z.output<typeof CodeManifest>;

/** Newest first. */
export const codeExports = defineEndpoint(batches, 'GET /:id/exports', { permission: 'read', data: z.array(CodeExport) });
export const codeManifest = defineEndpoint(batches, 'GET /:id/exports/:exportId/manifest', {
  access: { permission: exportBatch.permission },
  data: CodeManifest,
});
/** The ticket is the credential: a browser downloads without the console's token. */
export const codeExportFile = defineEndpoint(batches, 'GET /export/:ticket', {
  rest: false,
  access: 'anonymous',
  params: { ticket: z.string() },
  file: ['text/plain', 'text/csv'],
});
