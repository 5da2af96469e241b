import { issueMessage, isWord, type Resource } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inSavepoint } from '../db/transaction.ts';
import { answersFile, answersImport } from './answer.ts';
import type { Context } from './context.ts';
import { Download } from './download.ts';
import { endpoint } from './endpoint.ts';
import { done, problemMessage } from './envelope.ts';
import { Problem } from './problem.ts';
import { sentFile } from './sent-file.ts';
import { readSheet, type SheetRow, SPREADSHEET, sheetLayout, writeSheet } from './spreadsheet.ts';

/** Bytes of a file to import. */
export const LARGEST_IMPORT = 5 * 1024 * 1024;

const flag = z.preprocess((value) => value === 'true' || value === '1' || value === true, z.boolean());
const Options = z.object({ dryRun: flag, keepGood: flag });

export interface RowFault {
  /** As the spreadsheet numbers it: the titles are row 1. */
  row: number;
  message: string;
}

type Add = (ctx: Context, input: never) => Promise<number>;

/**
 * `POST …/importTemplate` and `POST …/importData`: each row goes through the noun's `input` and `add`.
 * All rows or none, unless `keepGood`; `dryRun` tries everything and keeps nothing, so that a preview is the truth.
 */
export function importRoutes(app: FastifyInstance, noun: Resource, add: Add) {
  const access = { permission: noun.permission('import') };
  const fields = Object.keys(noun.input.shape).filter((field) => field !== 'version');
  const template = { operation: 'template', answer: answersFile(SPREADSHEET) };
  endpoint(app, { method: 'POST', url: `${noun.path}/importTemplate`, access, ...template }, async (ctx) => {
    const body = await writeSheet(sheetLayout(ctx, noun, fields), []);
    return new Download({ type: SPREADSHEET, fileName: `${noun.name}_template.xlsx`, body });
  });

  const log = noun.log ? ({ title: noun.log, type: 'import' } as const) : undefined;
  const described = { operation: 'import', answer: answersImport, parts: { file: 'file' } } as const;
  const limits = { querystring: Options, bodyLimit: LARGEST_IMPORT };
  const spec = { method: 'POST', url: `${noun.path}/importData`, access, log, ...limits, ...described } as const;
  const prepare = async (ctx: Context, request: FastifyRequest) => readSheet(ctx, noun, fields, await sentFile(request, LARGEST_IMPORT));
  endpoint(app, { ...spec, prepare }, async (ctx, { query, prepared: { rows, unknown } }) => {
    const { faults, count } = await inSavepoint(ctx.db, query.dryRun, async () => addAll(ctx, noun, add, rows));
    const [first] = faults;
    if (first && !query.dryRun && !query.keepGood) throw new Problem('fileRowsWrong', { count: faults.length, ...first, faults });
    return done(ctx, { count, faults, bad: faults.length, unknown });
  });
}

async function addAll(ctx: Context, noun: Resource, add: Add, rows: SheetRow[]) {
  const faults: RowFault[] = [];
  for (const { row, record } of rows) {
    const message = await inSavepoint(ctx.db, false, () => faultOf(ctx, noun, add, record)).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return problemMessage(ctx, error);
    });
    if (message) faults.push({ row, message });
  }
  return { faults, count: rows.length - faults.length };
}

/** Says what is wrong with a row, by the titles of its columns. */
export function rowMessage({ t }: Pick<Context, 't'>, noun: Resource, issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return t('kit.failed');
  const key = noun.word(String(issue.path[0] ?? ''));
  const hint = `${key}.hint`;
  return issueMessage(t, isWord(zhCN, key) ? t(key) : key, issue, isWord(zhCN, hint) ? t(hint) : undefined);
}

/** Adds one row; answers what is wrong with it, or undefined once it is in. */
async function faultOf(ctx: Context, noun: Resource, add: Add, row: Record<string, unknown>): Promise<string | undefined> {
  const parsed = noun.input.safeParse(row, { reportInput: true });
  if (parsed.success) {
    // The one cast: what the noun's input let through is what its `add` takes.
    await add(ctx, parsed.data as never);
    return undefined;
  }
  return rowMessage(ctx, noun, parsed.error.issues[0]);
}
