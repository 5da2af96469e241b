import { issueMessage, isWord, type Resource } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inSavepoint } from '../db/transaction.ts';
import { answersFile, answersImport } from './answer.ts';
import { type Context, may } from './context.ts';
import { Download } from './download.ts';
import { endpoint } from './endpoint.ts';
import { done, problemMessage } from './envelope.ts';
import { scopeOf } from './gate.ts';
import { Problem } from './problem.ts';
import { sentFile } from './sent-file.ts';
import { readSheet, type SheetRow, SPREADSHEET, sheetLayout, writeSheet } from './spreadsheet.ts';

/** Bytes of a file to import. */
export const LARGEST_IMPORT = 5 * 1024 * 1024;

const flag = z.preprocess((value) => value === 'true' || value === '1' || value === true, z.boolean());
const Options = z.object({ dryRun: flag, keepGood: flag });
const Updating = Options.extend({ updateSupport: flag });

export interface RowFault {
  /** As the spreadsheet numbers it: the titles are row 1. */
  row: number;
  message: string;
}

type Add = (ctx: Context, input: never) => Promise<number>;

/** How rows update what is there. */
interface Known {
  /** The key of the record in scope that a row is about; undefined: none yet. */
  find(ctx: Context, input: never): Promise<number | undefined>;
  /** Blank cells leave a field as it is. */
  edit(ctx: Context, id: number, input: never): Promise<void>;
}

/**
 * `POST …/importTemplate` and `POST …/importData`: each row goes through the noun's `input` and `add`.
 * All rows or none, unless `keepGood`; `dryRun` tries everything and keeps nothing, so that a preview is the truth.
 * @param known with it, and the right to edit, `updateSupport` has rows about known records edit them; a second row about one is refused by `add`
 * @throws forbidden, fileRowsWrong, fileUnreadable, fileTooLarge
 */
export function importRoutes(app: FastifyInstance, noun: Resource, add: Add, known?: Known) {
  const access = { permission: noun.permission('import') };
  const fields = Object.keys(noun.input.shape).filter((field) => field !== 'version');
  const template = { operation: 'template', answer: answersFile(SPREADSHEET) };
  endpoint(app, { method: 'POST', url: `${noun.path}/importTemplate`, access, ...template }, async (ctx) => {
    const body = await writeSheet(sheetLayout(ctx, noun, fields), []);
    return new Download({ type: SPREADSHEET, fileName: `${noun.name}_template.xlsx`, body });
  });

  const log = noun.log ? ({ title: noun.log, type: 'import' } as const) : undefined;
  const described = { operation: 'import', answer: answersImport, parts: { file: 'file' } } as const;
  const limits = { querystring: known ? Updating : Options, bodyLimit: LARGEST_IMPORT };
  const spec = { method: 'POST', url: `${noun.path}/importData`, access, log, ...limits, ...described } as const;
  const prepare = async (ctx: Context, request: FastifyRequest) => readSheet(ctx, noun, fields, await sentFile(request, LARGEST_IMPORT));
  endpoint(app, { ...spec, prepare }, async (ctx, { query, prepared: { rows, unknown } }) => {
    const updating = known && 'updateSupport' in query && query.updateSupport ? known : undefined;
    const permission = noun.permission('edit');
    if (updating && !may(ctx.actor, permission)) throw new Problem('forbidden', { permission });
    // what is there is edited within the scope of the right to edit, as by the form
    const take = taker(ctx, add, updating && { ...updating, ctx: { ...ctx, scope: scopeOf(ctx.actor, permission) } });
    const { faults, count, updated } = await inSavepoint(ctx.db, query.dryRun, async () => takeAll(ctx, noun, take, rows));
    const [first] = faults;
    if (first && !query.dryRun && !query.keepGood) throw new Problem('fileRowsWrong', { count: faults.length, ...first, faults });
    return done(ctx, { count, ...(updating && { updated }), faults, bad: faults.length, unknown });
  });
}

/** Takes one row in; answers whether it updated a record. */
type Take = (row: never) => Promise<'added' | 'updated'>;

/** Adds rows, or edits the records that `known` finds in its own scope, each once. */
function taker(ctx: Context, add: Add, known: (Known & { ctx: Context }) | undefined): Take {
  const taken = new Set<number>();
  return async (row) => {
    const id = await known?.find(known.ctx, row);
    if (!known || id === undefined || taken.has(id)) {
      taken.add(await add(ctx, row));
      return 'added';
    }
    await known.edit(known.ctx, id, row);
    taken.add(id);
    return 'updated';
  };
}

async function takeAll(ctx: Context, noun: Resource, take: Take, rows: SheetRow[]) {
  const faults: RowFault[] = [];
  let updated = 0;
  for (const { row, record } of rows) {
    const message = await inSavepoint(ctx.db, false, async () => {
      const parsed = noun.input.safeParse(record, { reportInput: true });
      if (!parsed.success) return rowMessage(ctx, noun, parsed.error.issues[0]);
      // The one cast: what the noun's input let through is what its `add` takes.
      if ((await take(parsed.data as never)) === 'updated') updated++;
      return undefined;
    }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return problemMessage(ctx, error);
    });
    if (message) faults.push({ row, message });
  }
  return { faults, count: rows.length - faults.length, updated };
}

/** Says what is wrong with a row, by the titles of its columns. */
export function rowMessage({ t }: Pick<Context, 't'>, noun: Resource, issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return t('kit.failed');
  const key = noun.word(String(issue.path[0] ?? ''));
  const hint = `${key}.hint`;
  return issueMessage(t, isWord(zhCN, key) ? t(key) : key, issue, isWord(zhCN, hint) ? t(hint) : undefined);
}
