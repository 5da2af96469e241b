import { Problem } from '../../../platform/problem.ts';

interface RunningBatches {
  /** Registers keys until `leave`; `hasOverlap` is true if another batch holds one of them. */
  enter(keys: string[]): { hasOverlap: boolean; leave(): void };
}

/** Counts the keys of running batches in this process. */
export function trackRunningBatches(): RunningBatches {
  const keyCounts = new Map<string, number>();
  return {
    enter(keys) {
      const hasOverlap = keys.some((key) => keyCounts.has(key));
      for (const key of keys) keyCounts.set(key, (keyCounts.get(key) ?? 0) + 1);
      const leave = () => {
        for (const key of keys) {
          const remaining = (keyCounts.get(key) ?? 1) - 1;
          if (remaining > 0) keyCounts.set(key, remaining);
          else keyCounts.delete(key);
        }
      };
      return { hasOverlap, leave };
    },
  };
}

/** Remembers at least the last `limit` ids, and at most twice as many. */
export interface RecentIds {
  add(id: string): void;
  has(id: string): boolean;
}

/** Evicts the oldest ids in bulk, a whole generation at once, so that adding stays cheap. */
export function createRecentIds(limit: number): RecentIds {
  let [newer, older] = [new Set<string>(), new Set<string>()];
  return {
    add(id) {
      if (newer.size >= limit) [newer, older] = [new Set(), newer];
      newer.add(id);
    },
    has: (id) => newer.has(id) || older.has(id),
  };
}

export interface BatchOptions {
  /** Maximum batch size. */
  maxSize: number;
  /** Milliseconds that the first request waits for others. */
  waitMs: number;
  /** Read before each batch. */
  maxInFlight: number;
}

/** Maximum number of queued requests; further ones are rejected as `busy`. */
const MAX_QUEUED = 10_000;

interface QueuedRequest<Input, Answer> {
  input: Input;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Groups concurrent requests into one `run`. An `Error` in a result rejects only its request. */
export function createMicroBatcher<Input, Answer>(run: (batch: Input[]) => Promise<(Answer | Error)[]>, options: BatchOptions) {
  const { maxSize, waitMs } = options;
  const queue: QueuedRequest<Input, Answer>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  function schedule() {
    if (timer || running >= options.maxInFlight || queue.length === 0) return;
    if (queue.length >= maxSize) void runBatch();
    else timer = setTimeout(runBatch, waitMs);
  }

  async function runBatch() {
    clearTimeout(timer);
    timer = undefined;
    const batch = queue.splice(0, maxSize);
    running++;
    schedule();
    try {
      const answers = await run(batch.map(({ input }) => input));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index] ?? new Error('a batch lost an answer');
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      schedule();
    }
  }

  /** @throws busy when the queue is full */
  return (input: Input): Promise<Answer> => {
    if (queue.length >= MAX_QUEUED) return Promise.reject(new Problem('busy'));
    return new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      schedule();
    });
  };
}
