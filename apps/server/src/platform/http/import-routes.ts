import { issueMessage, isWord, queryFlag, type Resource } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../problem.ts';
import { scopeOf } from './access-control.ts';
import { type Context, hasPermission } from './context.ts';
import { Download } from './download.ts';
import { endpoint } from './endpoint.ts';
import { type ImportedFile, importOptions, importRoute } from './imported-file.ts';
import { fileResponse } from './response-spec.ts';
import { readSheet, type SheetRow, SPREADSHEET, sheetLayout, writeSheet } from './spreadsheet.ts';

const UpdateOptions = importOptions.extend({ updateSupport: queryFlag });

type Add = (ctx: Context, input: never) => Promise<number>;

interface ExistingRecords {
  /** ID of the record in scope that a row refers to; undefined: none. */
  find(ctx: Context, input: never): Promise<number | undefined>;
  /** Blank cells leave a field unchanged. */
  edit(ctx: Context, id: number, input: never): Promise<void>;
}

/**
 * An import of a resource's records by its `input` schema and `add`.
 * @param existing enables `updateSupport` for callers with the edit permission: rows of existing records update them. A second row for the
 * same record goes to `add`, which refuses it.
 * @param codeField of records with a `parentCode`: a row is imported after the row of its parent
 */
export function importedSheet(
  noun: Resource,
  add: Add,
  existing?: ExistingRecords,
  codeField?: string,
): ImportedFile<SheetRow> & { noun: Resource } {
  return {
    url: `${noun.path}/importData`,
    noun,
    permission: noun.permission('import'),
    options: existing ? UpdateOptions : importOptions,
    async read(ctx, file) {
      const sheet = await readSheet(ctx, noun, fieldsOf(noun), file);
      refuseMissingColumns(ctx, noun, sheet.rows);
      return codeField ? { ...sheet, rows: parentsFirst(sheet.rows, codeField) } : sheet;
    },
    createRowImporter(ctx, options) {
      const existingToUpdate = existing && options.updateSupport === true ? existing : undefined;
      const permission = noun.permission('edit');
      if (existingToUpdate && !hasPermission(ctx.actor, permission)) throw new Problem('forbidden', { permission });
      // updates are limited to the scope of the edit permission, as in the form
      const importRow = recordImporter(
        ctx,
        add,
        existingToUpdate && { ...existingToUpdate, ctx: { ...ctx, scope: scopeOf(ctx.actor, permission) } },
      );
      return async ({ record }) => {
        const parsed = noun.input.safeParse(record, { reportInput: true });
        if (!parsed.success) return { message: rowMessage(ctx, noun, parsed.error.issues) };
        // Cast: the resource's input schema produces what `add` accepts.
        return importRow(parsed.data as never);
      };
    },
  };
}

/** Rows in a cycle are in any order, and refused later. */
function parentsFirst(rows: readonly SheetRow[], codeField: string): SheetRow[] {
  const rowsByCode = new Map(rows.map((row) => [row.record[codeField], row]));
  const ordered = new Set<SheetRow>();
  for (const row of rows) {
    const ancestors = new Set<SheetRow>();
    for (let each: SheetRow | undefined = row; each && !ordered.has(each) && !ancestors.has(each); ) {
      ancestors.add(each);
      each = rowsByCode.get(each.record.parentCode);
    }
    for (const each of [...ancestors].reverse()) ordered.add(each);
  }
  return [...ordered];
}

/** One sentence about the file, in place of one for each row. @throws fileColumnsMissing */
function refuseMissingColumns({ t }: Pick<Context, 't'>, noun: Resource, [first]: readonly SheetRow[]): void {
  const isRequired = (field: string) => noun.input.shape[field]?.safeParse(undefined).success === false;
  const missing = fieldsOf(noun).filter((field) => isRequired(field) && !Object.hasOwn(first?.record ?? {}, field));
  if (missing.length > 0) throw new Problem('fileColumnsMissing', { columns: missing.map((field) => t(noun.word(field))) });
}

const fieldsOf = ({ input }: Resource) => Object.keys(input.shape).filter((field) => field !== 'version');

/** @throws forbidden, fileColumnsMissing, fileRowsWrong, fileUnreadable, fileTooLarge */
export function importRoutes(app: FastifyInstance, sheet: ReturnType<typeof importedSheet>) {
  const { noun, permission } = sheet;
  const template = { operation: 'template', answer: fileResponse(SPREADSHEET) };
  endpoint(app, { method: 'POST', url: `${noun.path}/importTemplate`, access: { permission }, ...template }, async (ctx) => {
    const body = await writeSheet(sheetLayout(ctx, noun, fieldsOf(noun)), []);
    return new Download({ type: SPREADSHEET, fileName: `${noun.name}_template.xlsx`, body });
  });
  importRoute(app, sheet);
}

type ImportRecord = (row: never) => Promise<'added' | 'updated'>;

/** Adds rows, or updates each record that `existing` finds at most once. */
function recordImporter(ctx: Context, add: Add, existing: (ExistingRecords & { ctx: Context }) | undefined): ImportRecord {
  const importedIds = new Set<number>();
  return async (row) => {
    const id = await existing?.find(existing.ctx, row);
    if (!existing || id === undefined || importedIds.has(id)) {
      importedIds.add(await add(ctx, row));
      return 'added';
    }
    await existing.edit(existing.ctx, id, row);
    importedIds.add(id);
    return 'updated';
  };
}

/** The first error of each column, by column title. */
export function rowMessage(ctx: Pick<Context, 't'>, noun: Resource, issues: readonly z.core.$ZodIssue[]): string {
  const firstIssues = new Map(issues.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue]));
  const messages = [...firstIssues.values()].toReversed().map((issue) => cellMessage(ctx, noun, issue));
  return messages.length === 0 ? ctx.t('kit.failed') : messages.reduce((before, next) => ctx.t('kit.sentences', { before, next }));
}

function cellMessage({ t }: Pick<Context, 't'>, noun: Resource, issue: z.core.$ZodIssue): string {
  const field = String(issue.path[0] ?? '');
  const key = noun.word(field);
  const hint = noun.word(`${field}.hint`);
  return issueMessage(t, isWord(zhCN, key) ? t(key) : key, labelled(t, noun, field, issue), isWord(zhCN, hint) ? t(hint) : undefined, key);
}

/** Replaces a field's allowed values by their labels, as the sheet shows them. */
function labelled(t: Context['t'], noun: Resource, field: string, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_value') return issue;
  const label = (value: unknown) => {
    const word = noun.word(`${field}.${String(value)}`);
    return isWord(zhCN, word) ? t(word) : String(value);
  };
  return { ...issue, values: issue.values.map(label) };
}
