import type { Language } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { type Walk, walkThrough } from '../../../platform/db/walk.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import { type ExportedList, exportName, type FileExport, type ListQuery, MOST_ROWS } from '../../../platform/http/exported-list.ts';
import { scopeOf } from '../../../platform/http/gate.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { SPREADSHEET, streamSheets } from '../../../platform/http/spreadsheet.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../file/file.service.ts';
import * as taskService from '../task/task.service.ts';
import type { Job, TaskHandler } from '../task/task-handler.ts';

const PAGE = 1000;

/** Task payload. The actor and their scope are loaded when the task runs. */
interface Payload extends Record<string, unknown> {
  path: string;
  query: ListQuery;
  language: Language;
}

/** Queues the export of a long list as a task. An identical open task is reused. */
export const file: FileExport = ({ db, actor, language, t }, { noun }, query) => {
  const payload: Payload = { path: noun.path, query, language };
  return taskService.enqueueOnce(db, { kind: 'listExport', subject: t(noun.word()), payload, createBy: actor.userId });
};

/**
 * Writes a list as a spreadsheet that its owner can download once. It uses one snapshot and the owner's current rights. An interrupted
 * export restarts; only complete files are published.
 * @throws forbidden, exportTooLarge
 */
export const listExportTask = (lists: readonly ExportedList[]): TaskHandler => ({
  async run(job, installation) {
    const { path, query, language } = job.payload as Payload;
    const list = orNotFound(lists.find(({ noun }) => noun.path === path));
    const actor = job.createBy === null ? undefined : await sessionService.actorOfUser(installation.db, job.createBy);
    if (!actor || !may(actor, list.permission)) throw new Problem('forbidden', { permission: list.permission });

    const asker = { actor, scope: scopeOf(actor, list.permission), language, t: installation.translate[language], installation };
    const name = exportName(list);
    const made = { originalName: name, ending: 'xlsx', type: SPREADSHEET };
    const count = { rows: 0 };
    const written = await walkThrough(installation.db, async (db, walk) => {
      const rows = rowsOf(job, list, { ...asker, db, ip: '', userAgent: '' }, query, { walk, count });
      return fileService.generate(installation, streamSheets(await list.layout({ ...asker, db }, query), rows), made);
    });
    await handOver(job, { actor, installation }, written, (file) => ({
      file,
      link: `/common/download?fileName=${file.slice(file.lastIndexOf('/') + 1)}&delete=true`,
      fileName: name,
      count: count.rows,
    }));
  },
});

/** Streams all rows in order and reports progress. */
async function* rowsOf(
  job: Job,
  list: ExportedList,
  ctx: Context,
  query: ListQuery,
  { walk, count }: { walk: Walk; count: { rows: number } },
) {
  for (;;) {
    job.signal.throwIfAborted();
    const paging = { ...query.paging, page: 1, pageSize: PAGE, walk };
    const { rows, total } = await list.list(ctx, { ...query, paging });
    if (rows.length === 0) return;
    count.rows += rows.length;
    if (count.rows > MOST_ROWS) throw new Problem('exportTooLarge', { total: Math.max(total, count.rows), max: MOST_ROWS });
    await job.progress(count.rows, Math.max(total, count.rows));
    yield* rows;
  }
}

type Written = Awaited<ReturnType<typeof fileService.generate>>;

/** Publishes the file in the transaction that ends the task. Discards it if the task was lost. */
async function handOver(
  job: Job,
  owner: { actor: Context['actor']; installation: Installation },
  written: Written,
  resultOf: (file: string) => object,
) {
  try {
    await job.finish(async (db: Db) => {
      const [stored] = await fileService.keep({ ...owner, db }, [written], 'export');
      return resultOf(fileService.pathOf(orNotFound(stored).fileName));
    });
  } catch (error) {
    await fileService.forget(owner, [written]);
    throw error;
  }
}
