import { defineEndpoint, type EndpointSpec, queryFlag, type Resource } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inSavepoint } from '../db/transaction.ts';
import { Problem } from '../problem.ts';
import type { Context } from './context.ts';
import { refusalMessage } from './refusal.ts';
import { readUploadedFile, whileConnected } from './request-bodies.ts';
import { importResult } from './response-spec.ts';
import { serve } from './serve.ts';

/** Maximum bytes of an import file. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

/** Rows imported within the request; more become a task if the caller accepts one. */
const MAX_INLINE_ROWS = 200;

/**
 * Options of every import. Without `keepGood`, one faulty row rejects all. `dryRun` performs the import and rolls it back. `background`
 * permits a task for a long file.
 */
export const importOptions = z.object({ dryRun: queryFlag, keepGood: queryFlag, background: queryFlag });
export type ImportOptions = z.output<typeof importOptions> & Record<string, unknown>;

export interface RowFault {
  /** Spreadsheet row number: titles are row 1. */
  row: number;
  message: string;
}

export interface UploadedFile {
  name: string;
  bytes: Buffer;
  /** Aborts when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/** A refusal is a message or a thrown `Problem`. */
export type RowOutcome = 'added' | 'updated' | 'already' | { message: string };

/** Imports one row in the current transaction. */
export interface RowImporter<Row> {
  (row: Row): Promise<RowOutcome>;
  /** Final checks over all accepted rows. Takes contended locks last, to hold them briefly. */
  settle?: () => Promise<void>;
}

export interface ImportedFile<Row extends { row: number } = { row: number }> {
  /** URL of the route, which identifies the import. */
  url: string;
  /** Absent: not below `/api/v1`. */
  rest?: EndpointSpec['rest'];
  noun: Pick<Resource, 'log' | 'word'>;
  permission: string;
  options: z.ZodObject;
  /**
   * Parses a file, without the database where possible.
   * @throws fileUnreadable, fileTooLarge, fileRowsTooMany, sheetTooComplex, busy
   */
  read(ctx: Context, file: UploadedFile, options: ImportOptions): Promise<{ rows: readonly Row[]; unknown: string[] }>;
  /** @throws forbidden */
  createRowImporter(ctx: Context, options: ImportOptions): RowImporter<Row>;
}

export interface ImportOutcome {
  count: number;
  updated: number;
  already: number;
  bad: number;
  faults: RowFault[];
  unknown: string[];
}

/**
 * Uses the current transaction, and collects a fault for each refused row.
 * @param onProgress receives the number of processed rows
 * @throws fileRowsWrong unless all rows are good or good ones are kept alone, and errors of `settle`
 */
export async function importRows<Row extends { row: number }>(
  ctx: Context,
  imported: ImportedFile<Row>,
  { rows, unknown }: { rows: readonly Row[]; unknown: string[] },
  options: ImportOptions,
  onProgress: (done: number) => Promise<void> = async () => undefined,
): Promise<ImportOutcome> {
  const importRow = imported.createRowImporter(ctx, options);
  const counts = { added: 0, updated: 0, already: 0 };
  const faults: RowFault[] = [];
  await inSavepoint(ctx.db, options.dryRun ?? false, async () => {
    for (const [index, row] of rows.entries()) {
      const outcome = await inSavepoint(ctx.db, false, () => importRow(row)).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return { message: refusalMessage(ctx, error) };
      });
      if (typeof outcome === 'string') counts[outcome]++;
      else faults.push({ row: row.row, message: outcome.message });
      await onProgress(index + 1);
    }
  });
  faults.sort((one, other) => one.row - other.row);
  const [first] = faults;
  if (first && !options.dryRun && !options.keepGood) throw new Problem('fileRowsWrong', { count: faults.length, ...first, faults });
  if (!options.dryRun) await importRow.settle?.();
  const { added, updated, already } = counts;
  return { count: added + updated, updated, already, faults, bad: faults.length, unknown };
}

/** Undefined if no worker supports the file type. */
export type FileImport = (
  ctx: Context,
  url: string,
  file: UploadedFile,
  options: ImportOptions,
  rows: number,
) => Promise<number | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    fileImport: FileImport;
  }
}

export function importRoute<Row extends { row: number }>(app: FastifyInstance, imported: ImportedFile<Row>) {
  const { url, rest = false, noun, permission, options: query } = imported;
  const log = noun.log ? ({ title: noun.log, type: 'import' } as const) : undefined;
  const declared = defineEndpoint({ path: url, word: noun.word }, 'POST', {
    access: { permission },
    ...(log && { log }),
    ...{ rest, query, data: importResult },
  });
  const prepare = (ctx: Context, request: FastifyRequest) =>
    whileConnected(request, async (signal) => {
      const file = { ...(await readUploadedFile(request, MAX_IMPORT_BYTES)), signal };
      // cast: every import's query schema includes `importOptions`
      return { file, digest: file.digest, read: await imported.read(ctx, file, request.query as ImportOptions) };
    });
  const upload = { operation: 'import', parts: { file: 'file' }, bodyLimit: MAX_IMPORT_BYTES, prepare } as const;
  serve(
    app,
    declared,
    async (ctx, { query, prepared: { file, read } }) => {
      const options = query as ImportOptions;
      const rows = read.rows.length;
      const taskId = options.background && rows > MAX_INLINE_ROWS ? await app.fileImport(ctx, url, file, options, rows) : undefined;
      return taskId === undefined ? importRows(ctx, imported, read, options) : { taskId };
    },
    upload,
  );
}
