import { z } from 'zod';
import { audited, Flag, Id, int, optionalLines, Time, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Policies for missed runs, by RuoYi number. */
export const misfirePolicies = ['0', '1', '2', '3'] as const;
const MisfirePolicy = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(misfirePolicies));

const JobInput = z.object({
  jobName: text(64),
  /** Value of the dictionary `sys_job_group`. */
  jobGroup: unlessBlank(text(64)),
  /** `name` or `name(arguments)` of a registered function. Arguments: `'text'`, `true`, `10`, `10L`, `1.5D`. */
  invokeTarget: text(500),
  /** Quartz expression of 6 or 7 fields: second minute hour day month weekday [year]. Either day or weekday is `?`. */
  cronExpression: text(255),
  /** `0` and `2` run once late, `1` runs all missed times, `3` waits for the next time. */
  misfirePolicy: unlessBlank(MisfirePolicy),
  /** `1`: no concurrent runs. */
  concurrent: unlessBlank(Flag),
  /** `1`: paused. A new job is always paused. */
  status: unlessBlank(Flag),
  /** IANA time zone of the expression. */
  timeZone: unlessBlank(text(40, /^[A-Za-z0-9_+/-]+$/)),
  /** Consecutive failures. 0: never. */
  alarmAfter: unlessBlank(int(0, 100)),
  remark: optionalLines(500),
  version: Version,
});

export const Job = z.object({
  jobId: Id,
  ...JobInput.required().shape,
  /** Can be paused and rescheduled, but not removed or retargeted. */
  builtin: z.boolean(),
  /** Null: paused, or no further run. */
  nextValidTime: Time.nullable(),
  /** Failures since the last success. */
  failures: z.int(),
  lastTime: Time.nullable(),
  /** `0` success, `1` failure. Null while running or without a run. */
  lastStatus: Flag.nullable(),
  ...audited,
  /** Null: created by the installation. */
  createBy: z.string().nullable(),
});
export type Job = z.output<typeof Job>;

export const jobs = defineResource({
  domain: 'monitor',
  name: 'job',
  key: 'jobId',
  log: '定时任务',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: Job,
  input: JobInput,
  filters: z.object({ jobName: text(64), jobGroup: text(64), status: Flag, invokeTarget: text(500) }).partial(),
  wire: {},
  sortable: ['jobName', 'createTime'],
});

/** Bodies of `PUT /monitor/job/changeStatus` and `PUT /monitor/job/run`, in RuoYi format. */
export const JobStatusChange = z.object({ jobId: Id, status: Flag });
export const JobRun = z.object({ jobId: Id });

export const CronQuestion = z.object({ cronExpression: text(255), timeZone: unlessBlank(text(40)) });
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
