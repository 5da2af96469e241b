import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Flag, Id, text } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

/** Policies for missed runs, by RuoYi number. */
const misfirePolicies = ['0', '1', '2', '3'] as const;
const MisfirePolicy = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(misfirePolicies));

/** Sheets have the version among the inputs. */
const { version, ...revision } = audited;

export const jobs = defineResource({
  domain: 'monitor',
  name: 'job',
  key: 'jobId',
  rest: 'jobs',
  log: '定时任务',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    jobName: f.text(64),
    /** Value of the dictionary `sys_job_group`. */
    jobGroup: f.of('choice', text(64)).absentIfBlank().initially('DEFAULT'),
    /** `name` or `name(arguments)` of a registered function, see `parseJobTarget`. */
    invokeTarget: f.code(500),
    /** Quartz expression of 6 or 7 fields: second minute hour day month weekday [year]. Either day or weekday is `?`. */
    cronExpression: f.code(255).initially('0 0 3 * * ?'),
    /** `0` and `2` run once late, `1` runs all missed times, `3` waits for the next time. */
    misfirePolicy: f.of('choice', MisfirePolicy, {}, { values: misfirePolicies }).absentIfBlank().initially('2'),
    /** `1`: no concurrent runs. */
    concurrent: f
      .of('choice', Flag, {}, { values: ['1', '0'] })
      .absentIfBlank()
      .initially('1'),
    /** `1`: paused. A new job is always paused. */
    status: f.flag().absentIfBlank(),
    /** IANA time zone of the expression. */
    timeZone: f
      .text(40, /^[A-Za-z0-9_+/-]+$/)
      .absentIfBlank()
      .initially('Asia/Shanghai')
      .onlyWith('jobDetails'),
    /** Consecutive failures. 0: never. */
    alarmAfter: f.number(0, 100).absentIfBlank().initially(3).onlyWith('jobDetails'),
    /** Not on RuoYi's form, because it cannot clear one. */
    remark: f.lines(500).optional().onlyWith('jobDetails'),
    version,
    /** Can be paused and rescheduled, but not removed or retargeted. */
    builtin: f.boolean().stored(),
    /** Null: paused, or no further run. */
    nextValidTime: f.time().computed().optional(),
    /** Failures since the last success. */
    failures: f.serverNumber(),
    lastTime: f.time().computed().optional(),
    /** `0` success, `1` failure. Null while running or without a run. */
    lastStatus: f.flag().computed().optional().onlyWith('jobDetails'),
    ...revision,
    /** Null: created by the installation. */
    createBy: revision.createBy.optional(),
  },
  filters: ['jobName', 'jobGroup', 'status'],
  moreFilters: { invokeTarget: f.code(500) },
  sortable: ['jobName', 'createTime'],
  columns: ['jobName', 'status', 'lastStatus', 'nextValidTime', 'cronExpression', 'invokeTarget', 'jobGroup'],
  form: ['jobName', 'jobGroup', 'invokeTarget', 'cronExpression'],
  moreForm: ['timeZone', 'misfirePolicy', 'concurrent', 'alarmAfter', 'remark'],
  wire: {},
});

export const Job = jobs.record;
export type Job = RecordOf<typeof jobs>;

export type JobArgument = string | number | boolean;

interface JobCall {
  name: string;
  args: JobArgument[];
}

const TARGET_PATTERN = /^\s*([A-Za-z][\w.]*)\s*(?:\((.*)\))?\s*$/s;
const ARGUMENT_PATTERN = /\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?)\s*(,|$)/gy;

/**
 * Parses RuoYi's syntax: quoted texts, `true`, `false`, integers (`10`, `10L`) and decimals (`1.5`, `1.5D`). A text contains its own quote
 * twice. Undefined if invalid.
 */
export function parseJobTarget(text: string): JobCall | undefined {
  const [, name, list] = TARGET_PATTERN.exec(text) ?? [];
  if (!name) return undefined;
  const args: JobArgument[] = [];
  const argumentText = list?.trim() ?? '';
  ARGUMENT_PATTERN.lastIndex = 0;
  for (let position = 0; position < argumentText.length; ) {
    const match = ARGUMENT_PATTERN.exec(argumentText);
    if (!match) return undefined;
    const [, single, double = '', flag, number, end] = match;
    const quoted = single?.replaceAll("''", "'") ?? double.replaceAll('""', '"');
    args.push(flag ? flag === 'true' : number !== undefined ? Number(number) : quoted);
    position = ARGUMENT_PATTERN.lastIndex;
    // rejects a trailing comma
    if (end === ',' && position >= argumentText.length) return undefined;
  }
  return { name, args };
}

/** In double quotes if it has an apostrophe: RuoYi's own server does not read a doubled quote. */
function quoteText(text: string): string {
  const quote = text.includes("'") ? '"' : "'";
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

export function formatJobTarget({ name, args }: JobCall): string {
  const texts = args.map((argument) => (typeof argument === 'string' ? quoteText(argument) : String(argument)));
  return texts.length > 0 ? `${name}(${texts.join(', ')})` : name;
}

/** Bodies of `PUT /monitor/job/changeStatus` and `PUT /monitor/job/run`, in RuoYi format. */
export const JobStatusChange = z.object({ jobId: Id, status: Flag });
export const JobRun = z.object({ jobId: Id });

export const CronQuestion = z.object({ cronExpression: text(255), timeZone: absentIfBlank(text(40)) });
export const CronReading = z.object({
  /** In the language of the user. */
  words: z.string(),
  /** Up to five, `YYYY-MM-DD HH:mm:ss` in the time zone of the job. */
  runs: z.array(z.string()),
});
export type CronReading = z.output<typeof CronReading>;

export const JobParam = z.object({
  name: z.string(),
  kind: z.enum(['text', 'int', 'number', 'boolean']),
  /** Used if the target omits the argument. */
  default: z.union([z.string(), z.number(), z.boolean()]),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type JobParam = z.output<typeof JobParam>;
export const JobTargetReading = z.object({
  /** As in `invokeTarget`, without arguments. */
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  params: z.array(
    JobParam.extend({
      title: z.string(),
    }),
  ),
});
export type JobTargetReading = z.output<typeof JobTargetReading>;

export const changeJobStatus = defineEndpoint(jobs, 'PUT /changeStatus', {
  permission: 'changeStatus',
  rest: 'PUT /jobs/:jobId/status',
  body: JobStatusChange,
  log: 'edit',
});
export const runJob = defineEndpoint(jobs, 'PUT /run', {
  permission: 'changeStatus',
  rest: 'POST /jobs/:jobId/run',
  body: JobRun,
  data: z.object({ jobLogId: z.int() }).optional(),
  log: 'edit',
});
export const jobTargets = defineEndpoint(jobs, 'GET /targets', { permission: 'list', data: z.array(JobTargetReading) });
export const cronReading = defineEndpoint(jobs, 'GET /cron', { permission: 'list', query: CronQuestion, data: CronReading });
