import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
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

export const tasks = { path: '/account/task', rest: 'account/tasks', log: '任务' };

export const ownTasks = defineEndpoint(tasks, 'GET /list', { access: 'signedIn', filters: z.object({}), rows: Task });
export const ownTask = defineEndpoint(tasks, 'GET /:id', { access: 'signedIn', data: Task });
export const cancelTask = defineEndpoint(tasks, 'PUT /:id/cancel', { access: 'signedIn', log: 'edit' });
