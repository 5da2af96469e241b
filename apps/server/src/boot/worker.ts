import * as figureService from '../features/insights/figure/count-scans.service.ts';
import { startJobs } from '../features/monitoring/job/job-scheduler.ts';
import * as scanCaseService from '../features/scans/scan-case/scan-case.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import { startTasks } from '../features/system/task/task-worker.ts';
import { subscribeToInvalidations } from '../platform/cache/cache.ts';
import { createScanPartitions } from '../platform/db/maintenance.ts';
import type { Installation } from '../platform/http/installation.ts';
import { logOf } from '../platform/log.ts';
import { repeat } from '../platform/repeat.ts';
import { createAlarms } from './alarms.ts';
import { jobTargets } from './job-targets.ts';
import { taskHandlers } from './task-handlers.ts';

/** Milliseconds that an audit log row waits for its seal at most. */
const SEAL_INTERVAL = 1000;

/** Milliseconds that a suspect scan waits for its case at most. */
const CASE_INTERVAL = 1000;

/** Milliseconds that a new scan waits at most until the figures include it. */
const COUNT_INTERVAL = 2000;

/** Several processes may run it at once. */
export async function startWorker(installation: Installation): Promise<{ stop(): Promise<void> }> {
  const { db } = installation;
  const log = logOf(installation, 'worker');
  const report = (err: unknown) => log.error({ err });
  // tasks and jobs use the same caches as requests
  const invalidations = subscribeToInvalidations(db);
  // before the first job: a scan needs its monthly partition
  const creatingPartitions = createScanPartitions(db, 1).catch(report);
  const sealing = repeat(() => sealService.sealWaiting(installation), SEAL_INTERVAL, report);
  const openCases = async () => {
    await scanCaseService.processSuspectScans(db);
    await scanCaseService.notifyOfCases(db);
  };
  const gathering = repeat(openCases, CASE_INTERVAL, report);
  const tasks = startTasks(installation, taskHandlers, report);
  const jobs = startJobs(installation, jobTargets, createAlarms().job, report);
  const counting = repeat(() => figureService.follow(db), COUNT_INTERVAL, report);
  return {
    async stop() {
      await Promise.all([tasks.stop(), jobs.stop(), counting.stop(), creatingPartitions, sealing.stop(), gathering.stop()]);
      await invalidations.close();
      sealService.writeFinalCheckpoint(installation);
    },
  };
}
