import type { ChangesOf, InputOf, posts, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Posts = typeof posts;

/** Who has been removed holds nothing, so every link counts. */
const userCount = sql<number>`(select count(*) from user_post where user_post.post_id = post.post_id)`.as('userCount');

const select = (db: Db) =>
  db
    .selectFrom('post')
    .leftJoin('users as maker', 'maker.userId', 'post.createBy')
    .leftJoin('users as editor', 'editor.userId', 'post.updateBy')
    .select(['postId', 'postCode', 'postName', 'postSort', 'post.status', 'post.remark', 'post.version'])
    .select(['maker.userName as createBy', 'post.createTime', 'editor.userName as updateBy', 'post.updateTime'])
    .select([userCount, sql<boolean>`false`.as('flag')])
    .$castTo<RecordOf<Posts>>();

export function list(db: Db, { postCode, postName, status, paging }: QueryOf<Posts>) {
  let rows = select(db);
  if (postCode) rows = rows.where(contains('postCode', postCode));
  if (postName) rows = rows.where(contains('postName', postName));
  if (status) rows = rows.where('post.status', '=', status);
  return page(rows, 'postId', paging);
}

/** All posts in their order, at most 2 000. */
export const listAll = (db: Db) => select(db).orderBy('postSort').orderBy('postId').limit(2000).execute();

export const find = (db: Db, id: number) => select(db).where('postId', '=', id).executeTakeFirst();

/** Posts that are about to go, with how many people hold each. */
export const lock = (db: Db, ids: number[]) =>
  db.selectFrom('post').select(['postId', 'postName']).select(userCount).where('postId', 'in', ids).orderBy('postId').forUpdate().execute();

export const insert = (db: Db, row: InputOf<Posts> & { createBy: number }) =>
  db.insertInto('post').values(row).returning('postId').executeTakeFirstOrThrow();

/** Resolves to undefined where there is no such post at that revision. */
export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Posts>, userId: number) =>
  db
    .updateTable('post')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('postId', '=', id)
    .where(unchangedSince(version))
    .returning('postId')
    .executeTakeFirst();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('post').where('postId', 'in', ids).execute();
