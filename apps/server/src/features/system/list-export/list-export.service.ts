import type { Language } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { type ListCursor, withListCursor } from '../../../platform/db/page.ts';
import { readStandby } from '../../../platform/db/standby-reads.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { type ExportedList, exportName, type FileExport, type ListQuery, MAX_EXPORT_ROWS } from '../../../platform/http/exported-list.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { SPREADSHEET, streamSheets } from '../../../platform/http/spreadsheet.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../file/file.service.ts';
import * as taskService from '../task/task.service.ts';
import type { TaskHandler, TaskRun } from '../task/task-handler.ts';

const PAGE_SIZE = 1000;

/** Task payload. The actor and their scope are loaded when the task runs. */
interface Payload extends Record<string, unknown> {
  path: string;
  query: ListQuery;
  language: Language;
}

/** Queues the export of a long list as a task. An identical open task is reused. */
export const enqueueExport: FileExport = ({ db, actor, language }, { noun }, query) => {
  const payload: Payload = { path: noun.path, query, language };
  return taskService.enqueueOnce(db, { kind: 'listExport', subject: (t) => t(noun.word()), payload, createBy: actor.userId });
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
    if (!actor || !hasPermission(actor, list.permission)) throw new Problem('forbidden', { permission: list.permission });

    const ownerContext = { actor, scope: scopeOf(actor, list.permission), language, t: installation.translate[language], installation };
    const name = exportName(list);
    const metadata = { originalName: name, ending: 'xlsx', type: SPREADSHEET };
    const count = { rows: 0 };
    const exportFile = await readStandby(installation.db, actor.userId, () => {
      count.rows = 0;
      return withListCursor(installation.db, async (db, walk) => {
        const rows = rowsOf(job, list, { ...ownerContext, db, ip: '', userAgent: '' }, query, { walk, count });
        return fileService.generate(installation, await streamSheets(await list.layout({ ...ownerContext, db }, query), rows), metadata);
      });
    });
    await publishExport(job, { actor, installation }, exportFile, (file) => ({
      file,
      link: `/common/download?fileName=${file.slice(file.lastIndexOf('/') + 1)}&delete=true`,
      fileName: name,
      count: count.rows,
    }));
  },
});

/** Streams all rows in order and reports progress. */
async function* rowsOf(
  job: TaskRun,
  list: ExportedList,
  ctx: Context,
  query: ListQuery,
  { walk, count }: { walk: ListCursor; count: { rows: number } },
) {
  for (;;) {
    job.signal.throwIfAborted();
    const paging = { ...query.paging, page: 1, pageSize: PAGE_SIZE, walk };
    const { rows, total } = await list.list(ctx, { ...query, paging });
    if (rows.length === 0) return;
    count.rows += rows.length;
    if (count.rows > MAX_EXPORT_ROWS) throw new Problem('exportTooLarge', { total: Math.max(total, count.rows), max: MAX_EXPORT_ROWS });
    await job.progress(count.rows, Math.max(total, count.rows));
    yield* rows;
  }
}

type ExportFile = Awaited<ReturnType<typeof fileService.generate>>;

/** Publishes the file in the transaction that ends the task. Discards it if the task was lost. */
async function publishExport(
  job: TaskRun,
  owner: { actor: Context['actor']; installation: Installation },
  exportFile: ExportFile,
  resultOf: (file: string) => object,
) {
  try {
    await job.finish(async (db: Db) => {
      const [storedFile] = await fileService.publish({ ...owner, db }, [exportFile], 'export');
      return resultOf(fileService.pathOf(orNotFound(storedFile).fileName));
    });
  } catch (error) {
    await fileService.discardReceived(owner, [exportFile]);
    throw error;
  }
}
