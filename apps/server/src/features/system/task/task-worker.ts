import { randomUUID } from 'node:crypto';
import { announceWrite, changesApplied } from '../../../platform/cache/cache.ts';
import { isTransientError } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { listen } from '../../../platform/db/listen.ts';
import { readPrimary } from '../../../platform/db/standby-reads.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { tasksEnded } from '../../../platform/http/metrics.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './task.queries.ts';
import { RetryLater, type TaskHandlers, type TaskRun } from './task-handler.ts';

const SLOTS = 2;
/** Milliseconds between polls for unannounced work, such as tasks of a dead process. */
const POLL_MS = 1000;
/** Milliseconds between renewals of the ten-second lease. */
const RENEW_MS = 3000;
/** Attempts after which a failing task is given up. */
const MAX_ATTEMPTS = 5;
/** Seconds until a task that threw `RetryLater` is retried. */
const RETRY_SECONDS = 2;
/** Seconds (a day) during which transient database errors do not count as attempts. */
const TRANSIENT_SECONDS = 86_400;

/** The task was cancelled, or another worker has taken over its lease. */
export class LeaseLost extends Error {}

const ignoreLostLease = (error: unknown) => {
  if (!(error instanceof LeaseLost)) throw error;
};

/** Runs tasks of the kinds in `handlers` until stopped. `report` receives errors other than problems. */
export function startTasks(installation: Installation, handlers: TaskHandlers, report: (error: unknown) => void, poll = POLL_MS) {
  const { db } = installation;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const listener = listen(db, 'task', wakeSignal.wake);

  async function loop() {
    while (!stopping.signal.aborted) {
      const count = wakeSignal.count;
      const hasWorked = await runNextTask(installation, handlers, stopping.signal, report).catch((error: unknown) => report(error));
      if (!hasWorked && count === wakeSignal.count) await wakeSignal.wait(poll, stopping.signal);
    }
  }
  const loops = Array.from({ length: SLOTS }, loop);
  return {
    /** Requeues running tasks and resolves when none is left. */
    async stop() {
      stopping.abort();
      await Promise.all([listener.close(), ...loops]);
    },
  };
}

/** Claims and runs one task. False if none is available. */
async function runNextTask(installation: Installation, handlers: TaskHandlers, stopping: AbortSignal, report: (error: unknown) => void) {
  const { db } = installation;
  const lease = randomUUID();
  const task = await queries.claim(db, lease, Object.keys(handlers));
  const handler = task && handlers[task.kind];
  if (!handler) return false;

  const { run, end, close } = openLease(db, task, lease, stopping);
  const { taskId, payload, createBy } = task;
  const refuse = (reason: Problem) =>
    end({ state: 'failed', problem: reason.problem, result: JSON.stringify(reason.params) }, async (tx) => {
      await handler.abandon?.(tx, { payload, userId: createBy, reason }, installation);
    });
  try {
    if (task.attempts > MAX_ATTEMPTS) await refuse(new Problem('unexpected', { incident: `task ${taskId}` }));
    else {
      // it may have stopped while it claimed the task
      stopping.throwIfAborted();
      await handler.run(run, installation);
      tasksEnded.inc({ kind: task.kind, outcome: 'done' });
    }
  } catch (error) {
    const isReleased = stopping.aborted || error instanceof RetryLater;
    tasksEnded.inc({ kind: task.kind, outcome: error instanceof Problem ? 'refused' : isReleased ? 'released' : 'failed' });
    if (error instanceof Problem) await refuse(error).catch(ignoreLostLease);
    else if (stopping.aborted) await queries.release(db, taskId, lease, { seconds: 0, counted: false });
    else if (!(error instanceof LeaseLost || run.signal.aborted)) {
      if (!(error instanceof RetryLater)) report(error);
      await queries.release(db, taskId, lease, retryDelay(error, task));
    }
  } finally {
    close();
  }
  return true;
}

/** Renews the lease of a task until closed. Each write of the run checks that it still holds. */
function openLease(db: Db, { taskId, payload, done, createBy }: queries.ClaimedTask, lease: string, stopping: AbortSignal) {
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    // ignore transient database errors: each write checks the lease
    const isRenewed = await queries.renew(db, taskId, lease).catch(() => true);
    if (!isRenewed) lost.abort();
  }, RENEW_MS);
  const orLeaseLost = <T>(row: T | undefined): T => {
    if (row !== undefined) return row;
    lost.abort();
    throw new LeaseLost(`task ${taskId} is another's`);
  };
  const finish = async (tx: Db, outcome: queries.TaskOutcome) => {
    await queries.finish(tx, taskId, outcome);
    if (createBy === null) return;
    // lists of the owner, which may come from a standby, include what the task did
    await afterCommit(tx, async () => {
      announceWrite(db, createBy);
      await changesApplied(db);
    });
  };
  const doneWith = (result: object | undefined): queries.TaskOutcome => ({
    state: 'done',
    ...(result && { result: JSON.stringify(result) }),
  });
  const run: TaskRun = {
    ...{ taskId, payload, done, createBy },
    signal: AbortSignal.any([stopping, lost.signal]),
    async progress(count, total) {
      // an export reports while it reads a standby
      orLeaseLost(await readPrimary(() => queries.progress(db, taskId, lease, count, total)));
      run.done = count;
    },
    finish: (work) =>
      inTransaction(db, async (tx) => {
        orLeaseLost(await queries.lockLeased(tx, taskId, lease));
        await finish(tx, doneWith(await work(tx)));
      }),
    commit: (work) =>
      inTransaction(db, async (tx) => {
        const result = await work(tx);
        orLeaseLost(await queries.lockLeased(tx, taskId, lease));
        await finish(tx, doneWith(result));
      }),
  };
  return {
    run,
    end: (outcome: queries.TaskOutcome, work: (tx: Db) => Promise<void>) =>
      inTransaction(db, async (tx) => {
        orLeaseLost(await queries.lockLeased(tx, taskId, lease));
        await work(tx);
        await finish(tx, outcome);
      }),
    close: () => clearInterval(renewal),
  };
}

/** Delay before a retry after `error`, and whether it counts as an attempt. Transient errors do not count for a day. */
function retryDelay(error: unknown, { attempts, age }: { attempts: number; age: number }): { seconds: number; counted: boolean } {
  if (error instanceof RetryLater) return { seconds: RETRY_SECONDS, counted: false };
  if (isTransientError(error) && age < TRANSIENT_SECONDS)
    return { seconds: Math.min(60, Math.max(RETRY_SECONDS, age / 10)), counted: false };
  return { seconds: 2 ** attempts, counted: true };
}

/** Wakes waiting loops. Counts its calls, so that one between the poll and the wait is not missed. */
function createWakeSignal() {
  const waiters = new Set<() => void>();
  const wakeSignal = {
    count: 0,
    wake() {
      wakeSignal.count++;
      for (const resume of waiters) resume();
    },
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiters.delete(resume);
          signal.removeEventListener('abort', resume);
          resolve();
        };
        const timer = setTimeout(resume, milliseconds);
        waiters.add(resume);
        if (signal.aborted) resume();
        else signal.addEventListener('abort', resume);
      }),
  };
  return wakeSignal;
}
