import { randomUUID } from 'node:crypto';
import { parseJobTarget, runMessage } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { listen } from '../../../platform/db/listen.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { jobSeconds } from '../../../platform/http/metrics.ts';
import { nextOf } from '../../../platform/quartz.ts';
import { type Localized, LocalizedError, translatedColumns } from '../../../platform/translations.ts';
import * as jobQueries from './job.queries.ts';
import { type JobTargets, resolveArguments } from './job-target.ts';

/** Maximum concurrent runs per process. */
const SLOTS = 4;
/** Maximum milliseconds between checks, which also detect dead processes. */
const POLL_MS = 5000;
/** Milliseconds between renewals of the lease of 15 seconds. */
const RENEW_MS = 4000;
/** Milliseconds after which a run is missed and the job's policy applies (Quartz: `misfireThreshold`). */
const MISFIRE_MS = 60_000;
/** Milliseconds after which even "run all" drops missed runs, to avoid a burst. */
const MAX_LATENESS_MS = 86_400_000;
/** Maximum characters of a stored error, as in RuoYi's column. */
const MAX_ERROR_LENGTH = 2000;

interface Run {
  jobLogId: number;
  jobName: string;
  invokeTarget: string;
}

interface FailedJob {
  jobId: number;
  jobName: string;
  failures: number;
  error: Localized;
}

/** Called when consecutive failures reach the job's alarm threshold. */
export type JobAlarm = (db: Db, job: FailedJob) => Promise<unknown>;

const interrupted: Localized = (t) => t('monitor.job.interrupted');

/** Safe with several processes, because each tick is one unique row. `report` receives errors of the scheduler, not of jobs. */
export function startJobs(installation: Installation, targets: JobTargets, alarm: JobAlarm, report: (error: unknown) => void) {
  const { db } = installation;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let currentTurn: Promise<unknown> = Promise.resolve();
  const wake = () => {
    clearTimeout(timer);
    currentTurn = currentTurn.then(processDueJobs).catch(report).then(scheduleWake);
  };
  const listener = listen(db, 'job', wake);

  async function processDueJobs() {
    if (stopping.signal.aborted) return;
    const texts = translatedColumns((...reader) => ({ exceptionInfo: interrupted(...reader) }));
    for (const run of await jobQueries.endExpiredRuns(db, texts)) await recordResult(run, interrupted);
    await scheduleMissing(db);
    while (running.size < SLOTS && !stopping.signal.aborted) {
      const lease = randomUUID();
      const run = (await jobQueries.claimQueued(db, lease)) ?? (await claimDueJob(db, lease));
      if (run === undefined) return;
      if (run !== 'skipped') launch(run, lease);
    }
  }

  async function scheduleWake() {
    if (stopping.signal.aborted) return;
    const wait = await jobQueries.millisecondsUntilNext(db).catch(() => null);
    timer = setTimeout(wake, Math.min(Math.max(wait ?? POLL_MS, running.size < SLOTS ? 10 : 200), POLL_MS));
  }

  function launch(run: Run, lease: string) {
    const work = execute(run, lease)
      .catch(report)
      .finally(() => {
        running.delete(work);
        if (!stopping.signal.aborted) wake();
      });
    running.add(work);
  }

  async function execute({ jobLogId, jobName, invokeTarget }: Run, lease: string) {
    const startedAt = performance.now();
    const renewal = setInterval(() => void jobQueries.renew(db, jobLogId, lease).catch(() => undefined), RENEW_MS);
    const outcome = await runTarget(invokeTarget).then(
      (message) => ({ message, error: undefined }),
      (error: unknown) => ({ message: undefined, error: errorText(error) }),
    );
    clearInterval(renewal);
    const cost = Math.round(performance.now() - startedAt);
    const texts = translatedColumns((...reader) => ({
      jobMessage: runMessage(jobName, cost, outcome.message?.(...reader) ?? '').slice(0, 500),
      exceptionInfo: (outcome.error?.(...reader) ?? '').slice(0, MAX_ERROR_LENGTH),
    }));
    const end = { status: outcome.error === undefined ? '0' : '1', ...texts } as const;
    jobSeconds.observe({ target: parseJobTarget(invokeTarget)?.name ?? '*', outcome: end.status === '0' ? 'done' : 'failed' }, cost / 1000);
    const endedRun = await jobQueries.endRun(db, jobLogId, lease, end);
    if (endedRun) await recordResult(endedRun, outcome.error);
  }

  async function runTarget(invokeTarget: string) {
    const targetCall = parseJobTarget(invokeTarget);
    const target = targetCall && Object.hasOwn(targets, targetCall.name) ? targets[targetCall.name] : undefined;
    if (!targetCall || !target) throw new LocalizedError((t) => t('monitor.job.targetUnknown', { invokeTarget }));
    const args = resolveArguments(target.params, targetCall.args);
    if (!Array.isArray(args)) throw new LocalizedError((t) => t('monitor.job.argumentWrong', { invokeTarget, name: args.wrong }));
    return target.run(installation, args, stopping.signal);
  }

  async function recordResult({ jobId, jobName }: { jobId: number | null; jobName: string }, error: Localized | undefined) {
    if (jobId === null) return;
    const failureCount = await jobQueries.countFailure(db, jobId, error !== undefined);
    if (error !== undefined && failureCount && failureCount.alarmAfter > 0 && failureCount.failures === failureCount.alarmAfter)
      await alarm(db, { jobId, jobName, failures: failureCount.failures, error });
  }

  wake();
  return {
    /** Starts no more runs, aborts active ones, and resolves when all have ended. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await listener.close();
      await currentTurn;
      await Promise.all(running);
    },
  };
}

/** Computes missing next run times. */
const scheduleMissing = (db: Db) =>
  inTransaction(db, async (tx) => {
    for (const { jobId, cronExpression, timeZone, now } of await jobQueries.claimUnscheduled(tx))
      await jobQueries.schedule(tx, jobId, nextOf(cronExpression, timeZone, new Date(now)));
  });

/** Claims the due job and schedules its next run; `skipped` if its policy or an active run prevents it. */
const claimDueJob = (db: Db, lease: string) =>
  inTransaction(db, async (tx): Promise<Run | 'skipped' | undefined> => {
    const job = await jobQueries.claimDue(tx);
    if (!job?.nextTime) return undefined;
    const { jobId, cronExpression, timeZone, misfirePolicy, concurrent, nextTime, now, due, busy } = job;
    const delay = now - due;
    const catchUp = misfirePolicy === '1' && delay > MISFIRE_MS && delay < MAX_LATENESS_MS;
    // uses the database clock, which all processes share
    await jobQueries.schedule(tx, jobId, nextOf(cronExpression, timeZone, new Date(catchUp ? due : now)));
    if ((misfirePolicy === '3' && delay > MISFIRE_MS) || (concurrent === '1' && busy)) return 'skipped';
    const startedRun = await jobQueries.startRun(tx, job, lease, nextTime);
    return startedRun ? { ...job, ...startedRun } : 'skipped';
  });

const errorText =
  (error: unknown): Localized =>
  (...reader) =>
    error instanceof LocalizedError ? error.text(...reader) : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
