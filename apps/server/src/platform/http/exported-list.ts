import { defineEndpoint, type Page, type QueryOf, type RecordOf, type Resource, type ResourceSpec } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { now } from '../db/clock.ts';
import type { CursorPaging } from '../db/page.ts';
import { readStandby } from '../db/standby-reads.ts';
import { Problem } from '../problem.ts';
import type { Context } from './context.ts';
import { Download } from './download.ts';
import { listQuery } from './list-query.ts';
import { serve } from './serve.ts';
import { type LabelFields, type SheetLayout, SPREADSHEET, sheetLayout, writeSheet } from './spreadsheet.ts';

/** Maximum rows of an export within a request; longer ones become tasks. */
const MAX_INLINE_ROWS = 10_000;

/** Maximum rows of any export. */
export const MAX_EXPORT_ROWS = 1_000_000;

type Row = Record<string, unknown>;
export type ListQuery = Record<string, unknown> & { paging: CursorPaging };

export interface ExportedList {
  noun: Resource;
  permission: string;
  list(ctx: Context, query: ListQuery): Promise<Page<Row>>;
  /** A promise for lists whose columns depend on the query. */
  layout(ctx: Pick<Context, 't' | 'db' | 'language'>, query: ListQuery): SheetLayout | Promise<SheetLayout>;
}

interface CustomSheet<Record> {
  noun: Resource;
  fields: string[];
  labels: LabelFields;
  rowOf: (record: Record, ctx: Pick<Context, 'language'>) => Row;
}

export function exportedList<S extends ResourceSpec>(
  of: Resource<S>,
  list: (ctx: Context, query: QueryOf<S>) => Promise<Page<RecordOf<S>>>,
  sheet?: Partial<CustomSheet<RecordOf<S>>>,
): ExportedList {
  // Cast to any resource: its schemas guarantee what reaches `list`.
  const [noun, read] = [of, list] as unknown as [Resource, ExportedList['list']];
  const { noun: sheetNoun, fields, labels, rowOf } = { noun, fields: Object.keys(noun.record.shape), ...sheet };
  return {
    noun,
    permission: noun.permission('export'),
    list: read,
    layout: (ctx) => {
      const layout = sheetLayout(ctx, sheetNoun, fields, labels);
      return rowOf ? { ...layout, cells: (row) => layout.cells(rowOf(row as RecordOf<S>, ctx)) } : layout;
    },
  };
}

/** A repeated request gets the same task. */
export type FileExport = (ctx: Context, list: ExportedList, query: ListQuery) => Promise<number>;

declare module 'fastify' {
  interface FastifyInstance {
    fileExport: FileExport;
  }
}

export const exportName = ({ noun }: ExportedList) => `${noun.name}_${now()}.xlsx`;

/** `POST …/export`: returns the file, or the ID of the task that creates it. */
export function exportRoute(app: FastifyInstance, exported: ExportedList) {
  const { noun, permission } = exported;
  const { path, word, log: title } = noun;
  const declared = defineEndpoint({ path, word }, 'POST /export', {
    ...{ access: { permission }, rest: false, body: listQuery(noun.filters, noun.sortable) },
    ...(title && { log: { title, type: 'export' } }),
    ...{ data: z.object({ taskId: z.int() }), file: [SPREADSHEET] },
  });
  const queryOf = ({ paging, ...filters }: ListQuery) => ({ ...filters, paging: { ...paging, page: 1, pageSize: MAX_INLINE_ROWS } });
  /** Outside of the transaction, which only writes the log. The cast: the request has passed the schema. */
  const prepare = (ctx: Context, { body }: FastifyRequest) =>
    readStandby(ctx.db, ctx.actor.userId, () => exported.list(ctx, queryOf(body as ListQuery)));
  serve(
    app,
    declared,
    async (ctx, { body: { paging, ...filters }, prepared: { rows, total } }) => {
      const query = queryOf({ ...filters, paging });
      if (total > MAX_EXPORT_ROWS) throw new Problem('exportTooLarge', { total, max: MAX_EXPORT_ROWS });
      if (total > MAX_INLINE_ROWS) return { taskId: await app.fileExport(ctx, exported, { ...filters, paging }) };
      const body = await writeSheet(await exported.layout(ctx, query), rows);
      return new Download({ type: SPREADSHEET, fileName: exportName(exported), body });
    },
    {
      operation: 'export',
      prepare,
      message: (ctx: Context) => ({ msg: ctx.t('account.exportFiled', { max: MAX_INLINE_ROWS }) }),
    },
  );
}
