import { createHash } from 'node:crypto';
import type { Language } from '@suyuan/contract';
import { type Context, may } from '../../../platform/http/context.ts';
import { scopeOf } from '../../../platform/http/gate.ts';
import { type FileImport, type ImportedFile, type ImportOptions, takeIn } from '../../../platform/http/imported-file.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../file/file.service.ts';
import * as taskService from '../task/task.service.ts';
import { NotYet, type TaskHandler } from '../task/task-handler.ts';
import * as queries from './file-import.queries.ts';

/** Rows between two progress updates. */
const NOTED = 50;

/** Task payload. The actor and their rights are loaded when the task runs. */
interface Payload extends Record<string, unknown> {
  url: string;
  asked: ImportOptions;
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
export const filing =
  (known: readonly ImportedFile[]): FileImport =>
  async (ctx, url, { name, bytes }, asked, rows) => {
    if (!known.some((imported) => imported.url === url)) return undefined;
    const { db, actor, language, installation, t, ip, userAgent } = ctx;
    const digest = createHash('sha256')
      .update(JSON.stringify([url, asked]))
      .update(bytes)
      .digest('hex');
    const open = await taskService.same(db, { kind: 'importRows', createBy: actor.userId, digest });
    if (open !== undefined) return open;
    const ending = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? 'xlsx';
    const made = { originalName: name, ending, type: 'application/octet-stream' };
    const [stored] = await fileService.keep(ctx, [await fileService.generate(installation, pieces(bytes), made)], 'import');
    const file = fileService.pathOf(orNotFound(stored).fileName);
    const payload: Payload = { url, asked, digest, file, fileName: name, language, ip, userAgent };
    const subject = asked.dryRun ? t('account.importTried', { name }) : name;
    return taskService.enqueue(db, { kind: 'importRows', subject, payload, createBy: actor.userId, total: rows });
  };

async function* pieces(bytes: Buffer) {
  yield bytes;
}

/**
 * Imports a file's rows. The rows and the end of the task share one transaction, so an interrupted import stores nothing and restarts. The
 * result lists the outcome.
 * @throws forbidden, fileRowsWrong, fileGone and the errors of reading the file
 */
export const importRowsTask = (known: readonly ImportedFile[]): TaskHandler => ({
  async run(job, installation) {
    const { url, asked, file, fileName, language, ip, userAgent } = job.payload as Payload;
    const imported = orNotFound(known.find((one) => one.url === url));
    const { permission } = imported;
    const actor = job.createBy === null ? undefined : await sessionService.actorOfUser(installation.db, job.createBy);
    if (!actor || !may(actor, permission)) throw new Problem('forbidden', { permission });
    const ctx: Context = {
      ...{ db: installation.db, actor, scope: scopeOf(actor, permission), language, ip, userAgent },
      ...{ t: installation.translate[language], installation },
    };
    const takeTurn = async (db: Context['db']) => {
      if (!(await queries.takeTurn(db, permission))) throw new NotYet(`another import holds ${permission}`);
    };
    // check before the file is read; the current holder keeps the lock for its whole import
    await takeTurn(installation.db);
    const source = await fileService.stored(installation, file);
    if (!source) throw new Problem('fileGone');
    const parts: Buffer[] = [];
    for await (const part of source.body) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const read = await imported.read(ctx, { name: fileName, bytes, signal: job.signal }, asked);
    const total = read.rows.length;
    await job.progress(0, total);
    const tell = async (gone: number) => {
      if (gone % NOTED !== 0) return;
      job.signal.throwIfAborted();
      await job.progress(gone, total);
    };
    await job.commit(async (db) => {
      await takeTurn(db);
      const outcome = await takeIn({ ...ctx, db }, imported, read, asked, tell);
      await fileService.drop({ db, installation }, file);
      return outcome;
    });
  },
  abandon: (db, { payload }, installation) => fileService.drop({ db, installation }, (payload as Payload).file),
});
