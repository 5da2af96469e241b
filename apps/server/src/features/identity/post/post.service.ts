import type { ChangesOf, InputOf, posts, QueryOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './post.queries.ts';

type Posts = typeof posts;

/** By their own order unless another is asked for. */
export const list = ({ db }: Context, { paging, ...filters }: QueryOf<Posts>) =>
  queries.list(db, { ...filters, paging: { ...paging, orderBy: paging.orderBy ?? 'postSort' } });

/** Every post, to choose from. */
export const listAll = ({ db }: Context) => queries.listAll(db);

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.find(db, id));

/** @throws postCodeTaken, postNameTaken */
export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Posts>) {
  const { postId } = await mapWriteErrors(input, queries.insert(db, { ...input, createBy: actor.userId }));
  return postId;
}

/** @throws notFound, recordStale, postCodeTaken, postNameTaken */
export async function edit({ db, actor }: Context, id: number, changes: ChangesOf<Posts>) {
  const row = await mapWriteErrors(changes, queries.update(db, id, changes, actor.userId));
  await orStale(row, () => queries.find(db, id));
}

/** All or none. @throws notFound, postInUse naming the first that somebody holds */
export async function remove({ db }: Context, ids: number[]) {
  const posts = await queries.lock(db, ids);
  if (posts.length < ids.length) throw new Problem('notFound');
  const heldPost = posts.find(({ userCount }) => userCount > 0);
  if (heldPost) throw new Problem('postInUse', { postName: heldPost.postName });
  // somebody may have been given one since the look; the constraint knows
  const postName = posts.map((post) => post.postName).join('、');
  await mapConstraintErrors({ user_post_post_id_fkey: 'postInUse' }, { postName }, queries.remove(db, ids));
}

const mapWriteErrors = <T>({ postCode, postName }: ChangesOf<Posts>, write: Promise<T>) =>
  mapConstraintErrors(
    { post_post_code_key: 'postCodeTaken' },
    { field: 'postCode', postCode },
    mapConstraintErrors({ post_post_name_key: 'postNameTaken' }, { field: 'postName', postName }, write),
  );
