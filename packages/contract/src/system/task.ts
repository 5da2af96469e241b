import { z } from 'zod';
import { Id, Time } from '../core/fields.ts';

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Background work that continues after the user leaves the page. */
export const Task = z.object({
  taskId: Id,
  kind: z.string(),
  /** E.g. a batch number or file name. */
  subject: z.string(),
  state: z.enum(taskStates),
  /** `total` is null if unknown. */
  done: z.int(),
  total: z.int().nullable(),
  /** Depends on the kind. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Only if the user can resolve the failure. */
  problem: z.string().nullable(),
  createTime: Time,
  startTime: Time.nullable(),
  finishTime: Time.nullable(),
});
export type Task = z.output<typeof Task>;

export const tasks = { path: '/account/task', log: '任务' };
