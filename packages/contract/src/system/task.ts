import { z } from 'zod';
import { Id, Time } from '../core/fields.ts';

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** A long piece of work that goes on when the page is left. */
export const Task = z.object({
  taskId: Id,
  kind: z.string(),
  /** What it works on, for people: a batch number, a file name. */
  subject: z.string(),
  state: z.enum(taskStates),
  /** Steps done and, when known, steps in all. */
  done: z.int(),
  total: z.int().nullable(),
  /** What came out, by kind. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** A problem's name when it failed for a reason that the asker can act on. */
  problem: z.string().nullable(),
  createTime: Time,
  startTime: Time.nullable(),
  finishTime: Time.nullable(),
});
export type Task = z.output<typeof Task>;

export const tasks = { path: '/account/task', log: '任务' };
