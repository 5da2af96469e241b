import { parentPort } from 'node:worker_threads';

export class JobRefusal extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** From the main thread: first a job, then one `next` per requested part. */
export type Order<Job> = { job: Job; cancelled: Int32Array } | 'next';

/** To the main thread. */
export type Report<Part> = { part: Part } | { end: true } | { failed: { code: string | undefined; message: string } };

export interface JobControl<Part> {
  /** Sends a part when the main thread requests it, one per event loop turn. Resolves after that. */
  send(part: Part): Promise<void>;
  /** Whether the caller has stopped; long loops check often. */
  isCancelled(): boolean;
}

export function serveJobs<Job, Part>(work: (job: Job, control: JobControl<Part>) => Promise<void>): void {
  const port = parentPort;
  if (!port) throw new Error('serveJobs runs in worker threads only');
  let wanted = 0;
  let resume = () => {};
  const report = async (what: Report<Part>) => {
    while (wanted === 0)
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    wanted--;
    port.postMessage(what);
  };
  port.on('message', (order: Order<Job>) => {
    wanted++;
    resume();
    if (order === 'next') return;
    const { job, cancelled } = order;
    const control: JobControl<Part> = { send: (part) => report({ part }), isCancelled: () => Atomics.load(cancelled, 0) !== 0 };
    work(job, control).then(
      () => report({ end: true }),
      (error) => report({ failed: { code: error instanceof JobRefusal ? error.code : undefined, message: String(error) } }),
    );
  });
}
