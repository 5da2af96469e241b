import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import type { Problem } from '../../../platform/http/problem.ts';

/** One task in the hands of a worker. Whoever takes it over after a crash finds `done` where it was. */
export interface Job {
  taskId: number;
  payload: Record<string, unknown>;
  /** Steps done so far, in this attempt and those before. */
  done: number;
  createBy: number | null;
  /** Aborted when the task was cancelled, its lease was lost or the process ends. */
  signal: AbortSignal;
  /** Notes steps done and, once known, steps in all. @throws LeaseLost */
  progress(done: number, total?: number): Promise<void>;
  /** Runs `work` and ends the task in one transaction: its effect and its end are both there or neither is. @throws LeaseLost */
  finish(work: (db: Db) => Promise<object | undefined>): Promise<void>;
  /** As `finish`, for work that takes its time: until it is done the task can say how far it is, and be cancelled. @throws LeaseLost */
  commit(work: (db: Db) => Promise<object | undefined>): Promise<void>;
}

/** Thrown by a task whose turn it is not: it is given back for a moment, as often as it takes. */
export class NotYet extends Error {}

/** How tasks of one kind are done. */
export interface TaskHandler {
  /** Does the task to its end through `job.finish`; refuses it with a `Problem`. Tried again after any other error. @throws NotYet */
  run(job: Job, installation: Installation): Promise<void>;
  /** Puts right what waited for a task that was cancelled or refused, in the transaction that ends it. */
  abandon?(
    db: Db,
    task: { payload: Record<string, unknown>; userId: number | null; reason?: Problem },
    installation: Installation,
  ): Promise<void>;
}

export type TaskHandlers = Record<string, TaskHandler>;
