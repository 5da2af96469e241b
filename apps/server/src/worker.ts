import { keepUp } from './db/upkeep.ts';
import * as deviceService from './features/account/session/device.service.ts';
import * as sessionService from './features/account/session/session.service.ts';
import { startTasks } from './features/account/task/task-worker.ts';
import * as sealService from './features/monitor/operlog/seal.service.ts';
import * as fileService from './features/system/file/file.service.ts';
import type { Installation } from './http/installation.ts';
import { taskHandlers } from './task-handlers.ts';

/** An hour, in milliseconds: how often upkeep is done beside the start. */
const UPKEEP = 3_600_000;
/** A second, in milliseconds: how long a row of the operation log waits for its seal at most. */
const SEALING = 1000;

/** Works on queued tasks, and keeps the database tidy, until it is stopped. Any number of processes may do so at once. */
export async function startWorker(installation: Installation): Promise<{ stop(): Promise<void> }> {
  const { db, dataDir, logLevel } = installation;
  const report = (error: unknown) => {
    if (logLevel !== 'silent') console.error('worker:', error);
  };
  const upkeep = () =>
    keepUp(db)
      .then(() => sessionService.sweep(db), report)
      .then(() => deviceService.sweep(db))
      .then(() => fileService.sweep(db, dataDir))
      .catch(report);

  let tidying = upkeep();
  const timer = setInterval(() => {
    tidying = upkeep();
  }, UPKEEP);
  let sealing = Promise.resolve<unknown>(undefined);
  const seal = () => {
    sealing = sealService.sealWaiting(installation).catch(report);
  };
  const follower = setInterval(() => void sealing.then(seal), SEALING);
  const tasks = startTasks(installation, taskHandlers, report);
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(follower);
      await Promise.all([tasks.stop(), tidying, sealing]);
      sealService.noteEnd(installation);
    },
  };
}
