import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Bilingual } from '../../../platform/translations.ts';
import * as taskService from '../../system/task/task.service.ts';
import { RetryLater, type TaskHandler } from '../../system/task/task-handler.ts';
import * as queries from './scan-archive.queries.ts';
import { ArchiveBusy, archiveMonth, findObstacle, listDue, STEPS } from './scan-archive.service.ts';

const KIND = 'archiveScans';

/** Queues the months that are due, each once. Those that must stay are returned with the reason. */
export const enqueueDue = (db: Db): Promise<{ queued: string[]; blocked: Bilingual[] }> =>
  inTransaction(db, async (tx) => {
    const [queued, blocked]: [string[], Bilingual[]] = [[], []];
    // the first account is the administrator, who sees the tasks and can cancel them
    const createBy = await queries.findFirstUser(tx);
    for (const month of await listDue(tx)) {
      const reason = await findObstacle(tx, month);
      if (reason === undefined) {
        await taskService.enqueueOnce(tx, { kind: KIND, subject: month, payload: { month }, createBy, total: STEPS });
        queued.push(month);
      } else blocked.push(reason);
    }
    return { queued, blocked };
  });

/** A cancelled or killed task leaves a month that is read completely, and the next run continues. */
export const archiveScansTask: TaskHandler = {
  async run(job, installation) {
    const month = String(job.payload.month);
    const archived = await archiveMonth(installation, month, { signal: job.signal, onStep: (done) => job.progress(done, STEPS) }).catch(
      (error: unknown) => {
        if (error instanceof ArchiveBusy) throw new RetryLater();
        if (error instanceof OperatorError) throw new Problem('archiveRefused', { month, reason: error.message });
        throw error;
      },
    );
    await job.finish(async () => ({ scans: archived.scans, bytes: archived.bytes }));
  },
};
