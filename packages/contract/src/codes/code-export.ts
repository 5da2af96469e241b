import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { Id, int, Time, unlessBlank } from '../core/fields.ts';
import { batches } from './batch.ts';
import { CodeLevel, LevelName } from './code-selection.ts';

/**
 * Columns of a printing file. `box`, `case` and `pallet` are the codes of the containers that a code goes into. `sscc` is the number of the
 * line's own container, else of the innermost around it whose level has SSCCs.
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

/** Columns of a plain file. Scratch codes leave only in a print order, which a second person releases (decision 93). */
export const plainColumns = exportColumns.filter((column) => column !== 'pin');

/** A plain file: one code a line (`txt`), or chosen columns (`csv`). */
export const CodeExportInput = z.object({
  /** Of units, or of boxes, cases or pallets; absent: units. */
  level: unlessBlank(CodeLevel),
  format: z.enum(['txt', 'csv']),
  /** For `csv`; `txt` holds the codes alone. */
  columns: z
    .array(z.enum(exportColumns))
    .min(1)
    .max(exportColumns.length)
    .refine((columns) => !columns.includes('pin'), { params: { word: 'manage.codeExport.pinRefused' } })
    .optional(),
  /** First line of a CSV names its columns. */
  header: z.boolean().optional(),
  /** Starts a CSV with a byte order mark, for spreadsheets. */
  bom: z.boolean().optional(),
  from: int(1, Number.MAX_SAFE_INTEGER).optional(),
  to: int(1, Number.MAX_SAFE_INTEGER).optional(),
});
export type CodeExportInput = z.output<typeof CodeExportInput>;

/** `PUT /manage/batch/{id}/export` answers `{ exportId, url }`: a link that downloads once, within a day. */
export const exportBatch = defineAction(batches, 'exportCodes', CodeExportInput);

/** A file that was asked for, and what became of it. */
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
  /** Of the whole file, hexadecimal; known when it has been sent. */
  sha256: z.string().nullable(),
  createBy: z.string(),
  createTime: Time,
  finishTime: Time.nullable(),
});
export type CodeExport = z.output<typeof CodeExport>;

/** `manifest.json` beside a file: what the printing house checks before it prints. */
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
