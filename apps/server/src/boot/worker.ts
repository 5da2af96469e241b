import { startFollowing } from '../features/insights/figure/count-scans.service.ts';
import { startJobs } from '../features/monitoring/job/job-scheduler.ts';
import * as scanCaseService from '../features/scans/scan-case/scan-case.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import { startTasks } from '../features/system/task/task-worker.ts';
import { subscribeToInvalidations } from '../platform/cache/cache.ts';
import { createScanPartitions } from '../platform/db/maintenance.ts';
import type { Installation } from '../platform/http/installation.ts';
import { logOf } from '../platform/log.ts';
import { createAlarms } from './alarms.ts';
import { jobTargets } from './job-targets.ts';
import { taskHandlers } from './task-handlers.ts';

/** Milliseconds that an audit log row waits for its seal at most. */
const SEAL_INTERVAL = 1000;

/** Milliseconds that a suspect scan waits for its case at most. */
const CASE_INTERVAL = 1000;

/** Several processes may run it at once. */
export async function startWorker(installation: Installation): Promise<{ stop(): Promise<void> }> {
  const { db } = installation;
  const log = logOf(installation, 'worker');
  const report = (err: unknown) => log.error({ err });
  // tasks and jobs use the same caches as requests
  const invalidations = subscribeToInvalidations(db);
  // before the first job: a scan needs its monthly partition
  const creatingPartitions = createScanPartitions(db, 1).catch(report);
  let sealing = Promise.resolve<unknown>(undefined);
  const seal = () => {
    sealing = sealService.sealWaiting(installation).catch(report);
  };
  const sealTimer = setInterval(() => void sealing.then(seal), SEAL_INTERVAL);
  let gathering: Promise<unknown> | undefined;
  const caseTimer = setInterval(() => {
    gathering ??= scanCaseService
      .processSuspectScans(db)
      .then(() => scanCaseService.notifyOfCases(db))
      .catch(report)
      .finally(() => {
        gathering = undefined;
      });
  }, CASE_INTERVAL);
  const tasks = startTasks(installation, taskHandlers, report);
  const jobs = startJobs(installation, jobTargets, createAlarms().job, report);
  const figures = startFollowing(installation, report);
  return {
    async stop() {
      clearInterval(sealTimer);
      clearInterval(caseTimer);
      await Promise.all([tasks.stop(), jobs.stop(), figures.stop(), creatingPartitions, sealing, gathering]);
      await invalidations.close();
      sealService.writeFinalCheckpoint(installation);
    },
  };
}
