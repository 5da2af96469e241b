import { posts } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type Caller, recordTable } from '../../../platform/db/record-table.ts';

/** Users are deleted with their assignments, so every row counts. */
const userCount = sql<number>`(select count(*) from user_post where user_post.post_id = post.post_id)`;

export const postTable = recordTable(posts, 'post', {
  columns: { userCount, flag: sql`false` },
  named: { column: 'postName', key: sql.ref('postName') },
});

/** All posts in their order, at most 2 000. */
export const listAll = (caller: Caller) => postTable.select(caller).orderBy('postSort').orderBy('postId').limit(2000).execute();

/** Locks the posts for deletion. */
export const lock = (db: Db, ids: number[]) =>
  db
    .selectFrom('post')
    .select(['postId', 'postName'])
    .select(userCount.as('userCount'))
    .where('postId', 'in', ids)
    .orderBy('postId')
    .forUpdate()
    .execute();
