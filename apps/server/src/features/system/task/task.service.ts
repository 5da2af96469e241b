import type { Paging } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './task.queries.ts';
import type { TaskHandlers } from './task-handler.ts';

/** Queues long work within the caller's transaction: it is there when that commits, and workers hear of it then. */
export async function enqueue(
  db: Db,
  {
    payload,
    ...task
  }: { kind: string; subject: string; payload: Record<string, unknown>; createBy: number | null; total?: number | undefined },
): Promise<number> {
  const { taskId } = await queries.insert(db, { ...task, payload: JSON.stringify(payload) });
  await queries.notify(db);
  return taskId;
}

/** As `enqueue`; where the same work is open already, answers that. A unique index of open tasks of its kind is the judge. */
export async function enqueueOnce(db: Db, { payload, ...task }: Parameters<typeof enqueue>[1]): Promise<number> {
  const row = { ...task, payload: JSON.stringify(payload) };
  // the open one may end between the two looks: then there is room for another
  for (;;) {
    const added = await queries.insertOnce(db, row);
    if (added) await queries.notify(db);
    const task = added ?? (await queries.findOpen(db, row));
    if (task) return task.taskId;
  }
}

/** The open task of theirs whose payload has this `digest`. Who queues one where there is none does so in the same transaction. */
export const same = async (db: Db, wanted: Parameters<typeof queries.findSame>[1]): Promise<number | undefined> =>
  (await queries.findSame(db, wanted))?.taskId;

/** What has not ended, over everybody, and how long the oldest has waited. */
export { countOpen as backlog, longestWait } from './task.queries.ts';

/** The asker's own tasks. */
export const list = ({ db, actor }: Context, { paging }: { paging: Paging }) => queries.list(db, actor.userId, paging);

/** An own task, with the faults of its rows where it had some. @throws notFound */
export const read = async ({ db, actor }: Context, id: number) => orNotFound(await queries.find(db, id, actor.userId));

/** Ends an own task that has not ended; where a worker is just committing it, waits for that. @throws notFound, taskFinished */
export async function cancel({ db, actor, installation }: Context, handlers: TaskHandlers, id: number) {
  const { kind, payload, state } = orNotFound(await queries.lock(db, id, actor.userId));
  if (state !== 'queued' && state !== 'running') throw new Problem('taskFinished');
  await queries.cancel(db, id);
  await handlers[kind]?.abandon?.(db, { payload, userId: actor.userId }, installation);
}
