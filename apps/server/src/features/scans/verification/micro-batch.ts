import { Problem } from '../../../platform/http/problem.ts';

export interface BatchOptions {
  /** Maximum batch size. */
  maxSize: number;
  /** Milliseconds that the first request waits for others. */
  waitMs: number;
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
export function createMicroBatcher<Input, Answer>(run: (batch: Input[]) => Promise<(Answer | Error)[]>, { maxSize, waitMs, maxInFlight }: BatchOptions) {
  const queue: QueuedRequest<Input, Answer>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  function schedule() {
    if (timer || running >= maxInFlight || queue.length === 0) return;
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
