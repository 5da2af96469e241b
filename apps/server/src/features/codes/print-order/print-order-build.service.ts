import { problemMessage } from '../../../platform/http/envelope.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import type { Job, TaskHandler } from '../../system/task/task-handler.ts';
import * as codeService from '../code/code.service.ts';
import { fileStem } from '../code-export/code-export.service.ts';
import { archiveOf } from './archive.ts';
import * as queries from './print-order.queries.ts';
import { entriesOf } from './print-order-content.ts';
import { passwordOf } from './print-order-key.ts';

/** Labels between progress records. */
const PROGRESS_INTERVAL = 100;
/** Longer lists are only in the archive's manifest. */
const MAX_LISTED_FILES = 200;

/**
 * An interrupted task starts over, because a partial archive is never published.
 * @throws forbidden if the requesting user no longer exists
 */
export const buildPrintOrderTask: TaskHandler = {
  async run(job, installation) {
    const { db } = installation;
    const id = Number(job.payload.handoverId);
    const row = await queries.lock(db, 'all', id);
    const actor = job.createBy === null ? undefined : await sessionService.actorOfUser(db, job.createBy);
    if (!actor) throw new Problem('forbidden', { permission: 'manage:batch:exportCodes' });
    if (row?.state !== 'building') return job.finish(async () => undefined);

    const labelData = await codeService.labelDataOf({ db, scope: 'all', installation }, row.batchId, row.level);
    const files: Parameters<typeof entriesOf>[0]['files'] = [];
    const entries = entriesOf({ installation, db, labelData, row, files, onProgress: progressOf(job, row.count) });
    const fileType = { originalName: `${fileStem(row)}_${id}.zip`, ending: 'zip', type: 'application/zip' };
    const archiveFile = await fileService.generate(installation, archiveOf(entries, passwordOf(installation, row.salt)), fileType);
    try {
      await job.finish(async (tx) => {
        const current = orNotFound(await queries.lock(tx, 'all', id));
        // withdrawn in the meantime, so discard the archive
        if (current.state !== 'building') {
          await fileService.discardReceived({ installation }, [archiveFile]);
          return undefined;
        }
        const [storedFile] = await fileService.publish({ db: tx, actor, installation }, [archiveFile], 'handover');
        const filePath = fileService.pathOf(orNotFound(storedFile).fileName);
        const listedFiles = files.length > MAX_LISTED_FILES ? [] : files;
        await queries.open(tx, id, { filePath, files: JSON.stringify(listedFiles), bytes: archiveFile.bytes });
        return { handoverId: id, count: row.count };
      });
    } catch (error) {
      await fileService.discardReceived({ installation }, [archiveFile]);
      throw error;
    }
  },
  async abandon(db, { payload, reason }, { translate }) {
    const id = Number(payload.handoverId);
    const row = await queries.lock(db, 'all', id);
    if (row?.state !== 'building') return;
    await queries.update(db, id, { state: 'failed', stateReason: reason ? problemMessage({ t: translate['zh-CN'] }, reason) : null });
  },
};

function progressOf(job: Job, total: number) {
  return async (done: number) => {
    job.signal.throwIfAborted();
    if (done % PROGRESS_INTERVAL === 0 || done === total) await job.progress(done, total);
  };
}
