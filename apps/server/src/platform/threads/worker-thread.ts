import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';
import { Problem } from '../problem.ts';
import { JobRefusal, type WorkerMessage, type WorkerReport } from './serve-jobs.ts';

interface BoundedQueue {
  /**
   * Waits for a slot and returns a function that releases it.
   * @throws busy, with 503 and Retry-After, where too many wait already or `signal` aborts before the turn comes
   */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Retry-After in seconds when the queue is full. */
const RETRY_SECONDS = 5;

/** @param concurrency concurrent slots @param maxWaiting callers that may wait */
export function boundedQueue(concurrency: number, maxWaiting: number): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  const releaseOnce = () => {
    let isHeld = true;
    return () => {
      if (isHeld) leave();
      isHeld = false;
    };
  };
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(new Problem('busy', { seconds: RETRY_SECONDS }));
        if (signal?.aborted) return refuse();
        if (running < concurrency) {
          running++;
          return resolve(releaseOnce());
        }
        if (waiting.length >= maxWaiting) return refuse();
        const start = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(releaseOnce());
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(start), 1);
          refuse();
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(start);
      }),
  };
}

interface ThreadOptions {
  /** Heap limit in megabytes. A job beyond it is refused, and the thread is replaced. */
  heap: number;
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Milliseconds without a report after which a job is aborted. */
  patience: number;
}

/** Milliseconds of idleness after which a thread ends, to release its memory. */
const IDLE = 60_000;

interface JobOptions {
  transfer?: Transferable[];
  /** Aborts when the result is no longer needed. */
  signal?: AbortSignal | undefined;
}

/** One job at a time. */
export interface WorkerThread<Job, Part> {
  /**
   * Runs a job and yields its parts in order, one per event loop turn. Stopping early cancels the job.
   * @throws busy where too many jobs wait or the signal aborts, JobRefusal with the job's code, or `memory`, or `time`
   */
  run(job: Job, options?: JobOptions): AsyncGenerator<Part>;
  /** The next job starts another thread. */
  end(): Promise<void>;
}

/** The thread starts with its first job and does not prevent the process from exiting. */
export function workerThread<Job, Part>(script: URL, { heap, waiting, patience }: ThreadOptions): WorkerThread<Job, Part> {
  const queue = boundedQueue(1, waiting);
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heap }, name: script.pathname.split('/').at(-1) ?? '' });
    started.unref();
    const clearWorker = () => {
      if (worker === started) worker = undefined;
    };
    // an `error` event without a listener would end this process
    started.on('error', clearWorker).on('exit', clearWorker);
    return started;
  };

  const end = async () => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  /**
   * The next report.
   * @throws JobRefusal `memory` or `time`, and what else ended the thread
   */
  async function next(from: Worker): Promise<WorkerReport<Part>> {
    const timeout = AbortSignal.timeout(patience);
    const stop = new AbortController();
    const signal = AbortSignal.any([timeout, stop.signal]);
    const exit = once(from, 'exit', { signal }).then(([code]) => {
      throw new Error(`a worker thread ended by itself (${code})`);
    });
    exit.catch(() => undefined);
    try {
      const [report] = await Promise.race([once(from, 'message', { signal }), exit]);
      return report as WorkerReport<Part>;
    } catch (error) {
      if (timeout.aborted) throw new JobRefusal('time', { cause: error });
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw outOfMemory ? new JobRefusal('memory', { cause: error }) : error;
    } finally {
      stop.abort();
    }
  }

  async function* run(job: Job, { transfer = [], signal }: JobOptions = {}): AsyncGenerator<Part> {
    const release = await queue.enter(signal);
    clearTimeout(idle);
    worker ??= start();
    const running = worker;
    running.ref();
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const cancel = () => void Atomics.store(cancelled, 0, 1);
    signal?.addEventListener('abort', cancel, { once: true });
    let isFinished = false;
    const exchange = async (order: WorkerMessage<Job>): Promise<Part | undefined> => {
      try {
        const nextReport = next(running);
        running.postMessage(order, order === 'next' ? [] : transfer);
        const report = await nextReport;
        if ('part' in report) return report.part;
        isFinished = true;
        if ('failed' in report)
          throw report.failed.code === undefined ? new Error(report.failed.message) : new JobRefusal(report.failed.code);
        return undefined;
      } catch (error) {
        if (!isFinished && worker === running) await end();
        isFinished = true;
        throw error;
      }
    };
    try {
      for (let part = await exchange({ job, cancelled }); part !== undefined; part = await exchange('next')) yield part;
      if (signal?.aborted) throw new Problem('busy', { seconds: 1 });
    } finally {
      // the job is over only when its thread reports it
      cancel();
      while (!isFinished) await exchange('next').catch(() => undefined);
      signal?.removeEventListener('abort', cancel);
      running.unref();
      idle = setTimeout(() => void end(), IDLE).unref();
      release();
    }
  }

  return { run, end };
}
