import {
  type ChangesOf,
  type CronReading,
  type InputOf,
  type JobTargetReading,
  type jobs,
  parseJobTarget,
  type WordKey,
} from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import { describeCron, faultOf, isTimeZone, isTooOften, nextOf, runsOf, SHORTEST_INTERVAL } from '../../../platform/quartz.ts';
import * as queries from './job.queries.ts';
import { type JobTargets, resolveArguments } from './job-target.ts';

type Jobs = typeof jobs;

const PREVIEW_RUNS = 5;
/** Default of the table. */
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

const service = recordService(queries.jobTable, { seeds: (ctx) => seedNames(ctx, 'monitor.job.seed.name.') });

/** The scheduler computes the next run. */
const UNSCHEDULED = { nextTime: null };

/** Targets are injected, because a feature does not import other features' functions. */
export function jobService(targets: JobTargets) {
  return {
    table: service.table,
    list: service.list,
    read: service.read,

    /** New jobs are paused, as in RuoYi. @throws cronWrong, cronTooOften, timeZoneUnknown, jobTargetUnknown, jobArgumentWrong */
    add(ctx: Context, input: InputOf<Jobs>) {
      validate(ctx.t, input);
      validateFuture(input);
      return service.add(ctx, { ...omitUndefined(input), status: '1' });
    },

    /** @throws notFound, recordStale, jobBuiltin, cronWrong, cronTooOften, timeZoneUnknown, jobTargetUnknown, jobArgumentWrong */
    async edit(ctx: Context, id: number, changes: ChangesOf<Jobs>) {
      const { db, t } = ctx;
      const [job] = await queries.lock(db, [id]);
      const before = orNotFound(job);
      if (before.builtin && changes.invokeTarget !== undefined && nameOf(changes.invokeTarget) !== nameOf(before.invokeTarget))
        throw new Problem('jobBuiltin', { jobName: before.jobName, field: 'invokeTarget' });
      const after = { ...before, ...omitUndefined(changes) };
      validate(t, after);
      // a job whose last run has passed stays editable
      if (after.cronExpression !== before.cronExpression || after.timeZone !== before.timeZone) validateFuture(after);
      await service.edit(ctx, id, { ...omitUndefined(changes), ...UNSCHEDULED });
      await queries.notify(db);
    },

    /** All or none; built-in jobs cannot be removed. @throws notFound, jobBuiltin */
    async remove({ db }: Context, ids: number[]) {
      const rows = await lockAll(db, ids);
      const builtin = rows.find((row) => row.builtin);
      if (builtin) throw new Problem('jobBuiltin', { jobName: builtin.jobName });
      await queries.remove(db, ids);
    },

    /** @throws notFound, cronWrong */
    async changeStatus(ctx: Context, { jobId, status }: { jobId: number; status: '0' | '1' }) {
      const [job] = await lockAll(ctx.db, [jobId]);
      if (job && status === '0') validateFuture(job);
      await service.edit(ctx, jobId, { status, ...UNSCHEDULED });
      await queries.notify(ctx.db);
    },

    /** Queues one run, even for a paused job. @throws jobGone */
    async run({ db }: Context, { jobId }: { jobId: number }) {
      const [job] = await queries.lock(db, [jobId]);
      if (!job) throw new Problem('jobGone');
      const { jobLogId } = await queries.queueRun(db, job);
      await queries.notify(db);
      return { jobLogId };
    },

    /** Description of an expression and its next run times. @throws cronWrong, cronTooOften, timeZoneUnknown */
    cron(
      { t, language }: Context,
      { cronExpression, timeZone = DEFAULT_TIME_ZONE }: { cronExpression: string; timeZone?: string | undefined },
    ): CronReading {
      validateCron(t, cronExpression, timeZone);
      validateFuture({ cronExpression, timeZone });
      return {
        words: describeCron(cronExpression, language),
        runs: runsOf(cronExpression, timeZone, PREVIEW_RUNS).map((run) => run.toLocaleString('sv-SE', { timeZone })),
      };
    },

    targets: ({ t }: Context): JobTargetReading[] =>
      Object.entries(targets).map(([name, { word, params }]) => ({
        name,
        title: t(word),
        purpose: t(`${word}.purpose` as WordKey),
        params: params.map((param) => ({ ...param, title: t(`${word}.${param.name}` as WordKey) })),
      })),
  };

  function validate(
    t: Context['t'],
    { invokeTarget, cronExpression, timeZone = DEFAULT_TIME_ZONE }: Pick<InputOf<Jobs>, 'invokeTarget' | 'cronExpression' | 'timeZone'>,
  ) {
    validateCron(t, cronExpression, timeZone);
    const call = parseJobTarget(invokeTarget);
    const target = call && Object.hasOwn(targets, call.name) ? targets[call.name] : undefined;
    if (!call || !target)
      throw new Problem('jobTargetUnknown', { field: 'invokeTarget', invokeTarget, known: Object.keys(targets).join(' · ') });
    const args = resolveArguments(target.params, call.args);
    if (!Array.isArray(args))
      throw new Problem('jobArgumentWrong', { field: 'invokeTarget', ...args, usage: usageOf(call.name, target.params) });
  }
}

function validateCron(t: Context['t'], cronExpression: string, timeZone: string) {
  if (!isTimeZone(timeZone)) throw new Problem('timeZoneUnknown', { field: 'timeZone', timeZone });
  const fault = faultOf(cronExpression);
  if (!fault) {
    if (isTooOften(cronExpression, timeZone)) throw new Problem('cronTooOften', { field: 'cronExpression', seconds: SHORTEST_INTERVAL });
    return;
  }
  const at = fault.field ? t(`monitor.job.cron.${fault.field}`) : '';
  throw new Problem('cronWrong', { field: 'cronExpression', fault: fault.fault, at });
}

/** @throws cronWrong for a schedule without a future run, such as 31 February or a past year */
function validateFuture({ cronExpression, timeZone = DEFAULT_TIME_ZONE }: Pick<InputOf<Jobs>, 'cronExpression' | 'timeZone'>) {
  if (nextOf(cronExpression, timeZone)) return;
  throw new Problem('cronWrong', { field: 'cronExpression', fault: 'never', at: '' });
}

/** Omits undefined fields, so that the table's defaults apply. */
const omitUndefined = <T extends object>(input: T): T =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;

const nameOf = (target: string) => parseJobTarget(target)?.name;

const usageOf = (name: string, params: JobTargets[string]['params']) =>
  `${name}(${params.map((param) => `${param.name}: ${rangeOf(param)}`).join(', ')})`;

const rangeOf = ({ kind, min, max }: JobTargets[string]['params'][number]) =>
  min !== undefined && max !== undefined ? `${min}–${max}` : kind;

const lockAll = async (db: Context['db'], ids: number[]) => allFound(await queries.lock(db, ids), ids);
