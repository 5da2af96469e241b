import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { Id, int, Time, unlessBlank } from '../core/fields.ts';
import { batches } from './batch.ts';
import { CodeLevel, LevelName } from './code-selection.ts';

/**
 * Columns of a print file. `box`, `case` and `pallet` are the codes of the enclosing containers. `sscc` belongs to the container of
 * the line itself, or else to the innermost enclosing container with an SSCC.
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

/** Columns of a plain file. PINs are exported only in a print order, which a second person releases (decision 93). */
export const plainColumns = exportColumns.filter((column) => column !== 'pin');

/** Plain file: one code per line (`txt`), or selected columns (`csv`). */
export const CodeExportInput = z.object({
  /** Absent: units. */
  level: unlessBlank(CodeLevel),
  format: z.enum(['txt', 'csv']),
  /** Only for `csv`. `txt` contains codes only. */
  columns: z
    .array(z.enum(exportColumns))
    .min(1)
    .max(exportColumns.length)
    .refine((columns) => !columns.includes('pin'), { params: { word: 'manage.codeExport.pinRefused' } })
    .optional(),
  /** Adds a header line to a CSV. */
  header: z.boolean().optional(),
  /** Adds a byte order mark to a CSV, for spreadsheets. */
  bom: z.boolean().optional(),
  from: int(1, Number.MAX_SAFE_INTEGER).optional(),
  to: int(1, Number.MAX_SAFE_INTEGER).optional(),
});
export type CodeExportInput = z.output<typeof CodeExportInput>;

/** `PUT /manage/batch/{id}/export` returns `{ exportId, url }`. The link allows one download within a day. */
export const exportBatch = defineAction(batches, 'exportCodes', CodeExportInput);

export const CodeExport = z.object({
  exportId: Id,
  level: z.int(),
  format: z.enum(['txt', 'csv']),
  columns: z.array(z.enum(exportColumns)),
  /** Ordinals from 1, both ends included. */
  from: z.int(),
  to: z.int(),
  state: z.enum(['open', 'sending', 'done', 'expired']),
  /** Lines sent so far. */
  sentCount: z.int(),
  bytes: z.int().nullable(),
  /** SHA-256 of the complete file in hexadecimal. Null until sent. */
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
