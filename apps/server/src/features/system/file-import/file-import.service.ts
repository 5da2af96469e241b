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

/** Rows between two notes of how far an import is. */
const NOTED = 50;

/** What a task remembers of an import; who asks, and what they may do, is looked up when it is done. */
interface Payload extends Record<string, unknown> {
  url: string;
  asked: ImportOptions;
  /** Of all that is asked: the same file for the same is the same task. */
  digest: string;
  /** Where the file lies, and what it was called. */
  file: string;
  fileName: string;
  language: Language;
  ip: string;
  userAgent: string;
}

/** What files long imports of these kinds as tasks; while that is open, the same file for the same is the same task. */
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
 * The task that takes the rows of a file in: all of them and its end are one transaction, so that one left halfway has kept nothing and is
 * begun anew. What became of the rows is its result.
 * @throws forbidden, fileRowsWrong, fileGone, what reading the file does
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
    // a look before the file is read: who has it keeps it for as long as that takes
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
