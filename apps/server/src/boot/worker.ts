import { startFollowing } from '../features/insights/figure/following.ts';
import { startJobs } from '../features/monitoring/job/job-scheduler.ts';
import * as scanCaseService from '../features/scans/scan-case/scan-case.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import { startTasks } from '../features/system/task/task-worker.ts';
import { subscribeToInvalidations } from '../platform/cache/cache.ts';
import { makePartitions } from '../platform/db/upkeep.ts';
import type { Installation } from '../platform/http/installation.ts';
import { logOf } from '../platform/log.ts';
import { alarmsOf } from './alarms.ts';
import { jobTargets } from './job-targets.ts';
import { taskHandlers } from './task-handlers.ts';

/** Milliseconds that an audit log row waits for its seal at most. */
const SEALING = 1000;

/** Milliseconds that a suspect scan waits for its case at most. */
const GATHERING = 1000;

/** Several processes may run it at once. */
export async function startWorker(installation: Installation): Promise<{ stop(): Promise<void> }> {
  const { db } = installation;
  const log = logOf(installation, 'worker');
  const report = (err: unknown) => log.error({ err });
  // tasks and jobs use the same caches as requests
  const told = subscribeToInvalidations(db);
  // before the first job: a scan needs its monthly partition
  const begun = makePartitions(db, 1).catch(report);
  let sealing = Promise.resolve<unknown>(undefined);
  const seal = () => {
    sealing = sealService.sealWaiting(installation).catch(report);
  };
  const follower = setInterval(() => void sealing.then(seal), SEALING);
  let gathering: Promise<unknown> | undefined;
  const gatherer = setInterval(() => {
    gathering ??= scanCaseService
      .followScans(db)
      .then(() => scanCaseService.notifyOfCases(db))
      .catch(report)
      .finally(() => {
        gathering = undefined;
      });
  }, GATHERING);
  const tasks = startTasks(installation, taskHandlers, report);
  const jobs = startJobs(installation, jobTargets, alarmsOf(installation).job, report);
  const figures = startFollowing(installation, report);
  return {
    async stop() {
      clearInterval(follower);
      clearInterval(gatherer);
      await Promise.all([tasks.stop(), jobs.stop(), figures.stop(), begun, sealing, gathering]);
      await told.close();
      sealService.noteEnd(installation);
    },
  };
}
