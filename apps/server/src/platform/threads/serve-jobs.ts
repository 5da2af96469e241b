import { parentPort } from 'node:worker_threads';

export class JobRefusal extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** From the main thread: first a job, then one `next` per requested part. */
export type WorkerMessage<Job> = { job: Job; cancelled: Int32Array } | 'next';

/** To the main thread. */
export type WorkerReport<Part> = { part: Part } | { end: true } | { failed: { code: string | undefined; message: string } };

export interface JobControl<Part> {
  /** Sends a part when the main thread requests it, one per event loop turn. Resolves after that. */
  send(part: Part): Promise<void>;
  /** Whether the caller has stopped; long loops check often. */
  isCancelled(): boolean;
}

export function serveJobs<Job, Part>(work: (job: Job, control: JobControl<Part>) => Promise<void>): void {
  const port = parentPort;
  if (!port) throw new Error('serveJobs runs in worker threads only');
  let requestedParts = 0;
  let resume = () => {};
  const report = async (message: WorkerReport<Part>) => {
    while (requestedParts === 0)
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    requestedParts--;
    port.postMessage(message);
  };
  port.on('message', (order: WorkerMessage<Job>) => {
    requestedParts++;
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
