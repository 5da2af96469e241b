import type { Resource } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inSavepoint } from '../db/transaction.ts';
import { answersImport } from './answer.ts';
import type { Context } from './context.ts';
import { endpoint } from './endpoint.ts';
import { done, problemMessage } from './envelope.ts';
import { Problem } from './problem.ts';
import { sentFile, whileConnected } from './sent-file.ts';

/** Bytes of a file to import. */
export const LARGEST_IMPORT = 5 * 1024 * 1024;

/** Rows that are taken in while the sender waits, where they agreed to a task for more. */
const AT_ONCE = 200;

const flag = z.preprocess((value) => value === 'true' || value === '1' || value === true, z.boolean());

/**
 * What every import is asked beside its file: all rows or none, unless `keepGood`; `dryRun` tries everything and keeps nothing, so that a
 * preview is the truth; `background`: a long file may become a task.
 */
export const importOptions = z.object({ dryRun: flag, keepGood: flag, background: flag });
export type ImportOptions = z.output<typeof importOptions> & Record<string, unknown>;

export interface RowFault {
  /** As the spreadsheet numbers it: the titles are row 1. */
  row: number;
  message: string;
}

export interface GivenFile {
  name: string;
  bytes: Buffer;
  /** Aborts when its sender has gone. */
  signal?: AbortSignal | undefined;
}

/** What became of one row: refused ones say why, in words or as a `Problem` that is thrown. */
export type Taken = 'added' | 'updated' | 'already' | { message: string };

/** Takes one row in, in the present transaction. */
export interface Take<Row> {
  (row: Row): Promise<Taken>;
  /** Judges rows together, once all that are kept have gone in: what holds others up, they wait for only from here on. */
  settle?: () => Promise<void>;
}

/** A file whose rows are taken in, by the request that brings it or by a task. */
export interface ImportedFile<Row extends { row: number } = { row: number }> {
  /** Of its route, which is its name too. */
  url: string;
  /** What its rows are called. */
  noun: Pick<Resource, 'log' | 'word'>;
  permission: string;
  options: z.ZodObject;
  /** Reads a file without a database where it can. @throws fileUnreadable, fileTooLarge, fileRowsTooMany, sheetTooComplex, busy */
  read(ctx: Context, file: GivenFile, asked: ImportOptions): Promise<{ rows: readonly Row[]; unknown: string[] }>;
  /** @throws forbidden */
  taker(ctx: Context, asked: ImportOptions): Take<Row>;
}

/** What came of a file. */
export interface ImportOutcome {
  count: number;
  updated: number;
  already: number;
  bad: number;
  faults: RowFault[];
  unknown: string[];
}

/**
 * Takes the rows of a file in within the present transaction, and says what is wrong with each that does not go in.
 * @param tell is told how many rows have been gone through
 * @throws fileRowsWrong where some are wrong and the good ones are not to be kept without them, and what its `settle` refuses
 */
export async function takeIn<Row extends { row: number }>(
  ctx: Context,
  imported: ImportedFile<Row>,
  { rows, unknown }: { rows: readonly Row[]; unknown: string[] },
  asked: ImportOptions,
  tell: (done: number) => Promise<void> = async () => undefined,
): Promise<ImportOutcome> {
  const take = imported.taker(ctx, asked);
  const counts = { added: 0, updated: 0, already: 0 };
  const faults: RowFault[] = [];
  await inSavepoint(ctx.db, asked.dryRun, async () => {
    for (const [index, given] of rows.entries()) {
      const taken = await inSavepoint(ctx.db, false, () => take(given)).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return { message: problemMessage(ctx, error) };
      });
      if (typeof taken === 'string') counts[taken]++;
      else faults.push({ row: given.row, message: taken.message });
      await tell(index + 1);
    }
  });
  const [first] = faults;
  if (first && !asked.dryRun && !asked.keepGood) throw new Problem('fileRowsWrong', { count: faults.length, ...first, faults });
  if (!asked.dryRun) await take.settle?.();
  const { added, updated, already } = counts;
  return { count: added + updated, updated, already, faults, bad: faults.length, unknown };
}

/** Files a long import as a task of who asks, and answers its number; undefined where no worker knows such files. */
export type FileImport = (ctx: Context, url: string, file: GivenFile, asked: ImportOptions, rows: number) => Promise<number | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    fileImport: FileImport;
  }
}

/** Serves an import: what became of the rows, or the number of the task that takes them in. */
export function importRoute<Row extends { row: number }>(app: FastifyInstance, imported: ImportedFile<Row>) {
  const { url, noun, permission, options: querystring } = imported;
  const log = noun.log ? ({ title: noun.log, type: 'import' } as const) : undefined;
  const described = { operation: 'import', answer: answersImport, parts: { file: 'file' } } as const;
  const spec = {
    method: 'POST',
    url,
    access: { permission },
    log,
    querystring,
    bodyLimit: LARGEST_IMPORT,
    word: noun.word,
    ...described,
  } as const;
  const prepare = (ctx: Context, request: FastifyRequest) =>
    whileConnected(request, async (signal) => {
      const file = { ...(await sentFile(request, LARGEST_IMPORT)), signal };
      // the cast: past its schema, a question is what every import is asked, and more
      return { file, read: await imported.read(ctx, file, request.query as ImportOptions) };
    });
  endpoint(app, { ...spec, prepare }, async (ctx, { query, prepared: { file, read } }) => {
    const asked = query as ImportOptions;
    const rows = read.rows.length;
    const taskId = asked.background && rows > AT_ONCE ? await app.fileImport(ctx, url, file, asked, rows) : undefined;
    return done(ctx, taskId === undefined ? await takeIn(ctx, imported, read, asked) : { taskId });
  });
}
