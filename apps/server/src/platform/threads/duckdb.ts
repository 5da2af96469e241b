import type { DuckDbJob, DuckDbRow } from './duckdb-job.ts';
import { type WorkerThread, workerThread } from './worker-thread.ts';

/** Megabytes of the heap of a thread. The memory of DuckDB comes in addition. */
const HEAP = 256;
/** Queries that may wait for the one that runs. */
const WAITING = 16;
/** Milliseconds without a report, longer than any job runs. */
const PATIENCE = 24 * 3_600_000;

export type DuckDb = (job: DuckDbJob, signal?: AbortSignal) => Promise<DuckDbRow[]>;

/**
 * DuckDB in a thread that starts with its first job and ends when idle, so that it takes no memory at rest. One job at a time.
 * @throws busy if too many wait or the signal aborts meanwhile; an error if the signal aborts the job
 */
export function duckDb(): DuckDb {
  let thread: WorkerThread<DuckDbJob, DuckDbRow[]> | undefined;
  return async (job, signal) => {
    thread ??= workerThread(new URL('./duckdb-job.ts', import.meta.url), { heap: HEAP, waiting: WAITING, patience: PATIENCE });
    let rows: DuckDbRow[] = [];
    for await (const part of thread.run(job, { signal })) rows = part;
    return rows;
  };
}
