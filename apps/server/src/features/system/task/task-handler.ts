import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import type { Problem } from '../../../platform/problem.ts';

/** A task that a worker runs. After a crash, the next worker continues with the stored `done`. */
export interface TaskRun {
  taskId: number;
  payload: Record<string, unknown>;
  /** Completed steps, including earlier attempts. */
  done: number;
  createBy: number | null;
  /** Aborts when the task is cancelled, its lease is lost or the process stops. */
  signal: AbortSignal;
  /** Stores completed steps and, once known, the total. @throws LeaseLost */
  progress(done: number, total?: number): Promise<void>;
  /** Runs `work` and ends the task in one transaction. @throws LeaseLost */
  finish(work: (db: Db) => Promise<object | undefined>): Promise<void>;
  /** Like `finish`, for long work: the task can still report progress and be cancelled. @throws LeaseLost */
  commit(work: (db: Db) => Promise<object | undefined>): Promise<void>;
}

/** Thrown if a task cannot run yet. It is requeued after a short delay, without limit. */
export class RetryLater extends Error {}

export interface TaskHandler {
  /** Completes the task through `job.finish`. A `Problem` ends it; any other error is retried. @throws RetryLater */
  run(job: TaskRun, installation: Installation): Promise<void>;
  /** Cleans up after a cancelled or refused task, in the transaction that ends it. */
  abandon?(
    db: Db,
    task: { payload: Record<string, unknown>; userId: number | null; reason?: Problem },
    installation: Installation,
  ): Promise<void>;
}

export type TaskHandlers = Record<string, TaskHandler>;
