import { parentPort } from 'node:worker_threads';

/** A refusal that a job reports to the thread that ordered it, by a code that both sides know. */
export class JobRefusal extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** From the main thread: a job to begin with, then one `next` for each part that it is ready for. */
export type Order<Job> = { job: Job; cancelled: Int32Array } | 'next';

/** To the main thread. */
export type Report<Part> = { part: Part } | { end: true } | { failed: { code: string | undefined; message: string } };

export interface JobControl<Part> {
  /** Hands a part over once the main thread asks for it, so that it reads one in each turn of its loop; resolves when that has happened. */
  send(part: Part): Promise<void>;
  /** Whether nobody wants the rest; long loops look often. */
  isCancelled(): boolean;
}

/** Runs the jobs of a worker thread, one after another. */
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
