import { z } from 'zod';
import { audited, Flag, Id, int, optionalLines, Time, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What becomes of a run that was due while nobody could do it; the family's numbers. */
export const misfirePolicies = ['0', '1', '2', '3'] as const;
const MisfirePolicy = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(misfirePolicies));

const JobInput = z.object({
  jobName: text(64),
  /** A value of the dictionary `sys_job_group`. */
  jobGroup: unlessBlank(text(64)),
  /** `name` or `name(arguments)` of a registered function: `'text'`, `true`, `10`, `10L`, `1.5D`. */
  invokeTarget: text(500),
  /** Quartz, 6 or 7 fields: second minute hour day month weekday [year]; of day and weekday one is `?`. */
  cronExpression: text(255),
  /** `0` and `2` run once late, `1` runs all that were missed, `3` waits for the next. */
  misfirePolicy: unlessBlank(MisfirePolicy),
  /** `1`: never two runs at a time. */
  concurrent: unlessBlank(Flag),
  /** `1`: paused. A new job is paused whatever is sent. */
  status: unlessBlank(Flag),
  /** IANA name; the expression is read in it. */
  timeZone: unlessBlank(text(40, /^[A-Za-z0-9_+/-]+$/)),
  /** Failures in a row after which a notice is filed; 0: never. */
  alarmAfter: unlessBlank(int(0, 100)),
  remark: optionalLines(500),
  version: Version,
});

export const Job = z.object({
  jobId: Id,
  ...JobInput.required().shape,
  /** Came with the product: may be paused and rescheduled, not removed and not given another target. */
  builtin: z.boolean(),
  /** Null: it will not run again, or is paused. */
  nextValidTime: Time.nullable(),
  /** Runs that failed since the last good one. */
  failures: z.int(),
  /** Start of the newest run. */
  lastTime: Time.nullable(),
  /** How the newest run ended: `0` well, `1` failed; null while it runs or where there is none. */
  lastStatus: Flag.nullable(),
  ...audited,
  /** Null: it came with the installation. */
  createBy: z.string().nullable(),
});
export type Job = z.output<typeof Job>;

/** Functions of the server that run by the clock. */
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

/** `PUT /monitor/job/changeStatus` and `PUT /monitor/job/run`, as the family sends them. */
export const JobStatusChange = z.object({ jobId: Id, status: Flag });
export const JobRun = z.object({ jobId: Id });

/** What the page is told of an expression before it is saved. */
export const CronQuestion = z.object({ cronExpression: text(255), timeZone: unlessBlank(text(40)) });
export const CronReading = z.object({
  /** In words, in the asker's language. */
  words: z.string(),
  /** The next five instants, `YYYY-MM-DD HH:mm:ss` in the job's zone; fewer where there are fewer. */
  runs: z.array(z.string()),
});
export type CronReading = z.output<typeof CronReading>;

/** One parameter of a registered function. */
export const JobParam = z.object({
  name: z.string(),
  kind: z.enum(['text', 'int', 'number', 'boolean']),
  /** Taken where the target does not give it. */
  default: z.union([z.string(), z.number(), z.boolean()]),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type JobParam = z.output<typeof JobParam>;
export const JobTargetReading = z.object({
  /** As `invokeTarget` writes it, without arguments. */
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
