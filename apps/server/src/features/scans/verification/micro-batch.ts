import { Problem } from '../../../platform/http/problem.ts';

export interface Batching {
  /** Maximum batch size. */
  most: number;
  /** Milliseconds that the first request waits for others. */
  wait: number;
  inFlight: number;
}

/** Maximum number of queued requests; further ones are rejected as `busy`. */
const QUEUE = 10_000;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Groups concurrent requests into one `run`. An `Error` in a result rejects only its request. */
export function microBatches<Asked, Answer>(run: (batch: Asked[]) => Promise<(Answer | Error)[]>, { most, wait, inFlight }: Batching) {
  const waiting: Waiting<Asked, Answer>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  function arm() {
    if (timer || running >= inFlight || waiting.length === 0) return;
    if (waiting.length >= most) void start();
    else timer = setTimeout(start, wait);
  }

  async function start() {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.splice(0, most);
    running++;
    arm();
    try {
      const answers = await run(batch.map(({ asked }) => asked));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index] ?? new Error('a batch lost an answer');
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      arm();
    }
  }

  /** @throws busy when the queue is full */
  return (asked: Asked): Promise<Answer> => {
    if (waiting.length >= QUEUE) return Promise.reject(new Problem('busy'));
    return new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      arm();
    });
  };
}
