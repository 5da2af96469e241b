import type { Paging } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import { type Localized, translatedColumns } from '../../../platform/translations.ts';
import * as queries from './task.queries.ts';
import type { TaskHandlers } from './task-handler.ts';

interface NewTask {
  kind: string;
  /** A name such as a batch number, or a text in the reader's language. */
  subject: string | Localized;
  payload: Record<string, unknown>;
  createBy: number | null;
  total?: number | undefined;
}

const rowOf = ({ subject, payload, ...task }: NewTask) => ({
  ...task,
  ...(typeof subject === 'string' ? { subject } : translatedColumns((...reader) => ({ subject: subject(...reader) }))),
  payload: JSON.stringify(payload),
});

/** Queues work in the caller's transaction. Workers are notified on commit. */
export async function enqueue(db: Db, task: NewTask): Promise<number> {
  const { taskId } = await queries.insert(db, rowOf(task));
  await queries.notify(db);
  return taskId;
}

/** Like `enqueue`, but returns an equal open task if a unique index finds one. */
export async function enqueueOnce(db: Db, newTask: NewTask): Promise<number> {
  const row = rowOf(newTask);
  // retry, because the open task may end between the two queries
  for (;;) {
    const added = await queries.insertOnce(db, row);
    if (added) await queries.notify(db);
    const task = added ?? (await queries.findOpen(db, row));
    if (task) return task.taskId;
  }
}

/** The user's open task whose payload has this `digest`. The caller queues a new one in the same transaction. */
export const findOpenByDigest = async (db: Db, key: Parameters<typeof queries.findSame>[1]): Promise<number | undefined> =>
  (await queries.findSame(db, key))?.taskId;

/** Open tasks of all users, and the longest wait. */
export { countOpen as backlog, longestWait } from './task.queries.ts';

export const list = ({ db, actor, language }: Context, { paging }: { paging: Paging }) => queries.list(db, actor.userId, paging, language);

/** The user's own task, with its faults. @throws notFound */
export const read = async ({ db, actor, language }: Context, id: number) => orNotFound(await queries.find(db, id, actor.userId, language));

/** Cancels the user's own open task. Waits for a worker that is just committing. @throws notFound, taskFinished */
export async function cancel({ db, actor, installation }: Context, handlers: TaskHandlers, id: number) {
  const { kind, payload, state } = orNotFound(await queries.lock(db, id, actor.userId));
  if (state !== 'queued' && state !== 'running') throw new Problem('taskFinished');
  await queries.cancel(db, id);
  await handlers[kind]?.abandon?.(db, { payload, userId: actor.userId }, installation);
}
