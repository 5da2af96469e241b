import type { Page, QueryOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { now } from '../db/clock.ts';
import type { Walking } from '../db/walk.ts';
import { answersExport } from './answer.ts';
import type { Context } from './context.ts';
import { Download } from './download.ts';
import { endpoint } from './endpoint.ts';
import { done } from './envelope.ts';
import { listQuery } from './list-query.ts';
import { Problem } from './problem.ts';
import { type SheetLayout, SPREADSHEET, sheetLayout, writeSheet } from './spreadsheet.ts';

/** Maximum rows of an export within a request; longer ones become tasks. */
const EXPORT_ROWS = 10_000;

/** Maximum rows of any export. */
export const MOST_ROWS = 1_000_000;

type Row = Record<string, unknown>;
export type ListQuery = Record<string, unknown> & { paging: Walking };

export interface ExportedList {
  noun: Resource;
  permission: string;
  list(ctx: Context, query: ListQuery): Promise<Page<Row>>;
  /** A promise for lists whose columns depend on the query. */
  layout(ctx: Pick<Context, 't' | 'db'>, query: ListQuery): SheetLayout | Promise<SheetLayout>;
}

interface OwnSheet<Record> {
  noun: Resource;
  fields: string[];
  rowOf?: (record: Record) => Row;
}

export function exportedList<S extends ResourceSpec>(
  of: Resource<S>,
  list: (ctx: Context, query: QueryOf<S>) => Promise<Page<RecordOf<S>>>,
  sheet?: OwnSheet<RecordOf<S>>,
): ExportedList {
  // Cast to any resource: its schemas guarantee what reaches `list`.
  const [noun, read] = [of, list] as unknown as [Resource, ExportedList['list']];
  const { noun: shown, fields, rowOf } = { noun, fields: Object.keys(noun.record.shape), ...sheet };
  return {
    noun,
    permission: noun.permission('export'),
    list: read,
    layout: (ctx) => {
      const layout = sheetLayout(ctx, shown, fields);
      return rowOf ? { ...layout, cells: (row) => layout.cells(rowOf(row as RecordOf<S>)) } : layout;
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
  const log = title ? ({ title, type: 'export' } as const) : undefined;
  const body = listQuery(noun.filters, noun.sortable);
  const described = { operation: 'export', answer: answersExport(SPREADSHEET) };
  endpoint(
    app,
    { method: 'POST', url: `${path}/export`, access: { permission }, log, body, word, ...described } as const,
    async (ctx, asked) => {
      const { paging, ...filters } = asked.body;
      const query = { ...filters, paging: { ...paging, page: 1, pageSize: EXPORT_ROWS } };
      const { rows, total } = await exported.list(ctx, query);
      if (total > MOST_ROWS) throw new Problem('exportTooLarge', { total, max: MOST_ROWS });
      if (total > EXPORT_ROWS) {
        const taskId = await app.fileExport(ctx, exported, { ...filters, paging });
        return { ...done(ctx, { taskId }), msg: ctx.t('account.exportFiled', { max: EXPORT_ROWS }) };
      }
      const body = await writeSheet(await exported.layout(ctx, query), rows);
      return new Download({ type: SPREADSHEET, fileName: exportName(exported), body });
    },
  );
}
