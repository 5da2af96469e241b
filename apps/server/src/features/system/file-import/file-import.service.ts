import { createHash } from 'node:crypto';
import type { Language, Translate } from '@suyuan/contract';
import { tryLockByName } from '../../../platform/db/advisory-lock.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { type FileImport, type ImportedFile, type ImportOptions, importRows } from '../../../platform/http/imported-file.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../file/file.service.ts';
import * as taskService from '../task/task.service.ts';
import { RetryLater, type TaskHandler } from '../task/task-handler.ts';

/** Rows between two progress updates. */
const PROGRESS_INTERVAL = 50;

/** Task payload. The actor and their rights are loaded when the task runs. */
interface Payload extends Record<string, unknown> {
  url: string;
  options: ImportOptions;
  /** Hash of the whole request, to detect duplicate tasks. */
  digest: string;
  /** Path in the file store, and the original name. */
  file: string;
  fileName: string;
  language: Language;
  ip: string;
  userAgent: string;
}

/** Queues large imports as tasks. The same file with the same options reuses the open task. */
export const createFileImport =
  (importedFiles: readonly ImportedFile[]): FileImport =>
  async (ctx, url, { name, bytes }, options, rows) => {
    if (!importedFiles.some((imported) => imported.url === url)) return undefined;
    const { db, actor, language, installation, ip, userAgent } = ctx;
    const digest = createHash('sha256')
      .update(JSON.stringify([url, options]))
      .update(bytes)
      .digest('hex');
    const openTaskId = await taskService.findOpenByDigest(db, { kind: 'importRows', createBy: actor.userId, digest });
    if (openTaskId !== undefined) return openTaskId;
    const ending = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? 'xlsx';
    const metadata = { originalName: name, ending, type: 'application/octet-stream' };
    const [storedFile] = await fileService.publish(ctx, [await fileService.generate(installation, toChunks(bytes), metadata)], 'import');
    const file = fileService.pathOf(orNotFound(storedFile).fileName);
    const payload: Payload = { url, options, digest, file, fileName: name, language, ip, userAgent };
    const subject = options.dryRun ? (t: Translate) => t('account.importTried', { name }) : name;
    return taskService.enqueue(db, { kind: 'importRows', subject, payload, createBy: actor.userId, total: rows });
  };

async function* toChunks(bytes: Buffer) {
  yield bytes;
}

/**
 * Imports a file's rows. The rows and the end of the task share one transaction, so an interrupted import stores nothing and restarts. The
 * result lists the outcome.
 * @throws forbidden, fileRowsWrong, fileGone and the errors of reading the file
 */
export const importRowsTask = (importedFiles: readonly ImportedFile[]): TaskHandler => ({
  async run(job, installation) {
    const { url, options, file, fileName, language, ip, userAgent } = job.payload as Payload;
    const imported = orNotFound(importedFiles.find((one) => one.url === url));
    const { permission } = imported;
    const actor = job.createBy === null ? undefined : await sessionService.actorOfUser(installation.db, job.createBy);
    if (!actor || !hasPermission(actor, permission)) throw new Problem('forbidden', { permission });
    const ctx: Context = {
      ...{ db: installation.db, actor, scope: scopeOf(actor, permission), language, ip, userAgent },
      ...{ t: installation.translate[language], installation },
    };
    const acquireLock = async (db: Context['db']) => {
      if (!(await tryLockByName(db, `import/${permission}`))) throw new RetryLater(`another import holds ${permission}`);
    };
    // check before the file is read; the current holder keeps the lock for its whole import
    await acquireLock(installation.db);
    const source = await fileService.openStored(installation, file);
    if (!source) throw new Problem('fileGone');
    const parts: Buffer[] = [];
    for await (const part of source.body) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const sheet = await imported.read(ctx, { name: fileName, bytes, signal: job.signal }, options);
    const total = sheet.rows.length;
    await job.progress(0, total);
    const reportProgress = async (processedCount: number) => {
      if (processedCount % PROGRESS_INTERVAL !== 0) return;
      job.signal.throwIfAborted();
      await job.progress(processedCount, total);
    };
    await job.commit(async (db) => {
      await acquireLock(db);
      const outcome = await importRows({ ...ctx, db }, imported, sheet, options, reportProgress);
      await fileService.removeInternal({ db, installation }, file);
      return outcome;
    });
  },
  abandon: (db, { payload }, installation) => fileService.removeInternal({ db, installation }, (payload as Payload).file),
});
