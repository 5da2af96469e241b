import { randomUUID } from 'node:crypto';
import { runMessage } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { listen } from '../../../platform/db/listen.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { jobSeconds } from '../../../platform/http/metrics.ts';
import { nextOf } from '../../../platform/quartz.ts';
import * as runs from './job-run.queries.ts';
import { fitArguments, type JobTargets, parseTarget } from './job-target.ts';

/** Maximum concurrent runs per process. */
const SLOTS = 4;
/** Maximum milliseconds between checks, which also detect dead processes. */
const POLL = 5000;
/** Milliseconds between renewals of the lease of 15 seconds. */
const RENEW = 4000;
/** Milliseconds after which a run is missed and the job's policy applies (Quartz: `misfireThreshold`). */
const MISFIRE = 60_000;
/** Milliseconds after which even "run all" drops missed runs, to avoid a burst. */
const OLDEST = 86_400_000;
/** Maximum characters of a stored error, as in RuoYi's column. */
const MOST = 2000;

interface Run {
  jobLogId: number;
  jobName: string;
  invokeTarget: string;
}

/** Called when consecutive failures reach the job's alarm threshold. */
export type JobAlarm = (db: Db, job: { jobId: number; jobName: string; failures: number; error: string }) => Promise<unknown>;

/** Safe with several processes, because each tick is one unique row. `report` receives errors of the scheduler, not of jobs. */
export function startJobs(installation: Installation, targets: JobTargets, alarm: JobAlarm, report: (error: unknown) => void) {
  const { db } = installation;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<unknown> = Promise.resolve();
  const turn = () => {
    clearTimeout(timer);
    turning = turning.then(look).catch(report).then(rest);
  };
  const listener = listen(db, 'job', turn);

  async function look() {
    if (stopping.signal.aborted) return;
    for (const { jobId, jobName } of await runs.closeDead(db, '运行中的进程中断'))
      if (jobId) await note(jobId, jobName, '运行中的进程中断');
    await reckon(db);
    while (running.size < SLOTS && !stopping.signal.aborted) {
      const lease = randomUUID();
      const run = (await runs.takeOrdered(db, lease)) ?? (await takeDue(db, lease));
      if (run === undefined) return;
      if (run !== 'skipped') begin(run, lease);
    }
  }

  async function rest() {
    if (stopping.signal.aborted) return;
    const wait = await runs.untilNext(db).catch(() => null);
    timer = setTimeout(turn, Math.min(Math.max(wait ?? POLL, running.size < SLOTS ? 10 : 200), POLL));
  }

  function begin(run: Run, lease: string) {
    const work = perform(run, lease)
      .catch(report)
      .finally(() => {
        running.delete(work);
        if (!stopping.signal.aborted) turn();
      });
    running.add(work);
  }

  async function perform({ jobLogId, jobName, invokeTarget }: Run, lease: string) {
    const begun = performance.now();
    const renewal = setInterval(() => void runs.renew(db, jobLogId, lease).catch(() => undefined), RENEW);
    const outcome = await call(invokeTarget).then(
      (said) => ({ said: said ?? '', error: undefined }),
      (error: unknown) => ({ said: '', error: wordsOf(error) }),
    );
    clearInterval(renewal);
    const cost = Math.round(performance.now() - begun);
    const jobMessage = runMessage(jobName, cost, outcome.said).slice(0, 500);
    const end = {
      status: outcome.error === undefined ? '0' : '1',
      jobMessage,
      exceptionInfo: (outcome.error ?? '').slice(0, MOST),
    } as const;
    jobSeconds.observe({ target: parseTarget(invokeTarget)?.name ?? '*', outcome: end.status === '0' ? 'done' : 'failed' }, cost / 1000);
    const closed = await runs.close(db, jobLogId, lease, end);
    if (closed?.jobId) await note(closed.jobId, closed.jobName, outcome.error);
  }

  async function call(invokeTarget: string) {
    const asked = parseTarget(invokeTarget);
    const target = asked && Object.hasOwn(targets, asked.name) ? targets[asked.name] : undefined;
    if (!asked || !target) throw new Error(`没有可运行的目标“${invokeTarget}”`);
    const args = fitArguments(target.params, asked.args);
    if (!Array.isArray(args)) throw new Error(`目标“${invokeTarget}”的参数 ${args.wrong} 不对`);
    return target.run(installation, args, stopping.signal);
  }

  async function note(jobId: number, jobName: string, error: string | undefined) {
    const counted = await runs.count(db, jobId, error !== undefined);
    if (error !== undefined && counted && counted.alarmAfter > 0 && counted.failures === counted.alarmAfter)
      await alarm(db, { jobId, jobName, failures: counted.failures, error });
  }

  turn();
  return {
    /** Starts no more runs, aborts active ones, and resolves when all have ended. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await listener.close();
      await turning;
      await Promise.all(running);
    },
  };
}

/** Computes missing next run times. */
const reckon = (db: Db) =>
  inTransaction(db, async (tx) => {
    for (const { jobId, cronExpression, timeZone, now } of await runs.takeUnreckoned(tx))
      await runs.schedule(tx, jobId, nextOf(cronExpression, timeZone, new Date(now)));
  });

/** Claims the due job and schedules its next run; `skipped` if its policy or an active run prevents it. */
const takeDue = (db: Db, lease: string) =>
  inTransaction(db, async (tx): Promise<Run | 'skipped' | undefined> => {
    const job = await runs.takeDue(tx);
    if (!job?.nextTime) return undefined;
    const { jobId, cronExpression, timeZone, misfirePolicy, concurrent, nextTime, now, due, busy } = job;
    const late = now - due;
    const catchUp = misfirePolicy === '1' && late > MISFIRE && late < OLDEST;
    // uses the database clock, which all processes share
    await runs.schedule(tx, jobId, nextOf(cronExpression, timeZone, new Date(catchUp ? due : now)));
    if ((misfirePolicy === '3' && late > MISFIRE) || (concurrent === '1' && busy)) return 'skipped';
    const opened = await runs.open(tx, job, lease, nextTime);
    return opened ? { ...job, ...opened } : 'skipped';
  });

const wordsOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
