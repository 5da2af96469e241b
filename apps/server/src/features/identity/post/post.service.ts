import type { ChangesOf, InputOf, posts, QueryOf } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './post.queries.ts';

type Posts = typeof posts;

/** By their own order unless another is asked for. */
export const list = ({ db }: Context, { paging, ...filters }: QueryOf<Posts>) =>
  queries.list(db, { ...filters, paging: { ...paging, orderBy: paging.orderBy ?? 'postSort' } });

/** Every post, to choose from. */
export const all = ({ db }: Context) => queries.all(db);

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.find(db, id));

/** @throws postCodeTaken, postNameTaken */
export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Posts>) {
  const { postId } = await namedOnce(input, queries.insert(db, { ...input, createBy: actor.userId }));
  return postId;
}

/** @throws notFound, recordStale, postCodeTaken, postNameTaken */
export async function edit({ db, actor }: Context, id: number, changes: ChangesOf<Posts>) {
  const row = await namedOnce(changes, queries.update(db, id, changes, actor.userId));
  await written(row, () => queries.find(db, id));
}

/** All or none. @throws notFound, postInUse naming the first that somebody holds */
export async function remove({ db }: Context, ids: number[]) {
  const posts = await queries.lock(db, ids);
  if (posts.length < ids.length) throw new Problem('notFound');
  const held = posts.find(({ userCount }) => userCount > 0);
  if (held) throw new Problem('postInUse', { postName: held.postName });
  // somebody may have been given one since the look; the constraint knows
  const postName = posts.map((post) => post.postName).join('、');
  await refusing({ user_post_post_id_fkey: 'postInUse' }, { postName }, queries.remove(db, ids));
}

const namedOnce = <T>({ postCode, postName }: ChangesOf<Posts>, write: Promise<T>) =>
  refusing(
    { post_post_code_key: 'postCodeTaken' },
    { field: 'postCode', postCode },
    refusing({ post_post_name_key: 'postNameTaken' }, { field: 'postName', postName }, write),
  );
