import {
  type ChangesOf,
  type InputOf,
  type Language,
  type NoticeReader,
  type NoticeTop,
  notices,
  type Page,
  type Paging,
  type QueryOf,
  type RecordOf,
} from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { columnIn } from '../../../platform/translations.ts';

type Notices = typeof notices;

/** Visibility of notices: an audience requires its permission, and a scoped notice requires access to its department's records. */
export interface Reader {
  userId: number;
  language: Language;
  permissions: readonly string[] | 'all';
  scope: DataScope;
}

/** Whether the reader may see the notice. */
const isVisibleTo = ({ permissions, scope }: Reader) =>
  permissions === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`((notice.audience is null or notice.audience = any(${permissions}::text[]))
        and (not notice.scoped or ${inScope(scope, { dept: 'notice.deptId' })}))`;

const isRead = (reader: number) =>
  sql<boolean>`exists (select from notice_read r where r.notice_id = notice.notice_id and r.user_id = ${reader})`.as('isRead');

const title = ({ language }: Pick<Reader, 'language'>) => columnIn(language, 'notice', 'noticeTitle');

/** Notices in wire format, with the texts in the reader's language. Initial notices reference the administrator, who may not exist yet. */
const select = (db: Db, reader: Reader) =>
  db
    .selectFrom('notice')
    .leftJoin('users as maker', 'maker.userId', 'notice.createBy')
    .leftJoin('users as editor', 'editor.userId', 'notice.updateBy')
    .select(storedFields(notices, 'notice', ['noticeTitle', 'noticeContent']))
    .select([title(reader).as('noticeTitle'), columnIn(reader.language, 'notice', 'noticeContent').as('noticeContent')])
    .select([sql<string>`coalesce(maker.user_name, '')`.as('createBy'), 'editor.userName as updateBy', isRead(reader.userId)])
    .where(isVisibleTo(reader))
    // check constraints guarantee the flags
    .$castTo<RecordOf<Notices>>();

export const list = (db: Db, reader: Reader, { paging, ...filters }: QueryOf<Notices>) =>
  page(
    whereFields(select(db, reader), notices, 'notice', filters, {
      noticeTitle: (part) => contains(title(reader), part),
      createBy: (name) => contains('maker.userName', name),
    }),
    'noticeId',
    paging,
  );

export const find = (db: Db, reader: Reader, id: number) => select(db, reader).where('noticeId', '=', id).executeTakeFirst();

export const setTexts = (db: Db, noticeId: number, texts: { noticeTitle: string; noticeContent: string }) =>
  db.updateTable('notice').set(texts).where('noticeId', '=', noticeId).execute();

export const insert = (
  db: Db,
  row: InputOf<Notices> & { createBy: number | null; audience?: string; scoped?: boolean; deptId?: number | null; translations?: string },
) => db.insertInto('notice').values(row).returning('noticeId').executeTakeFirstOrThrow();

export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Notices>, userId: number) =>
  db
    .updateTable('notice')
    .set({ ...changes, ...('noticeTitle' in changes && { translations: null }), ...revisionColumns(userId) })
    .where('noticeId', '=', id)
    .where(unchangedSince(version))
    .returning('noticeId')
    .executeTakeFirst();

/** Removes notices and their read marks. */
export const remove = (db: Db, ids: number[]) => db.deleteFrom('notice').where('noticeId', 'in', ids).returning('noticeId').execute();

export const listNewest = (db: Db, reader: Reader, count: number) =>
  db
    .selectFrom('notice')
    .leftJoin('users as maker', 'maker.userId', 'notice.createBy')
    .select(['noticeId', 'noticeType', 'notice.status', 'notice.createTime'])
    .select([
      title(reader).as('noticeTitle'),
      sql<null>`null`.as('noticeContent'),
      sql<null>`null`.as('remark'),
      sql<null>`null`.as('updateBy'),
      sql<null>`null`.as('updateTime'),
    ])
    .select(sql<string>`coalesce(maker.user_name, '')`.as('createBy'))
    .select(isRead(reader.userId))
    .where('notice.status', '=', '0')
    .where(isVisibleTo(reader))
    .orderBy('noticeId', 'desc')
    .limit(count)
    // check constraints guarantee the flags
    .$castTo<NoticeTop['data'][number]>()
    .execute();

/** Number of open notices that `reader` has not read. */
export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', '0')
    .where(isVisibleTo(reader))
    .where(sql<boolean>`not exists (select from notice_read r where r.notice_id = notice.notice_id and r.user_id = ${reader.userId})`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks open notices of `ids`, or all, as read. Idempotent. */
export function markRead(db: Db, reader: Reader, ids: number[] | 'all') {
  const idCondition = ids === 'all' ? sql<boolean>`true` : sql<boolean>`notice_id = any(${ids}::bigint[])`;
  return sql`insert into notice_read (notice_id, user_id)
    select notice_id, ${reader.userId} from notice where status = '0' and ${isVisibleTo(reader)} and ${idCondition}
    on conflict on constraint notice_read_user_id_notice_id_key do nothing`.execute(db);
}

/** Readers of a notice within `scope`, latest first. */
export function listReaders(
  db: Db,
  scope: DataScope,
  noticeId: number,
  name: string | undefined,
  paging: Paging,
): Promise<Page<NoticeReader>> {
  let rows = db
    .selectFrom('noticeRead')
    .innerJoin('users', 'users.userId', 'noticeRead.userId')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .select(['users.userId', 'userName', 'nickName', 'deptName', 'phonenumber', 'readTime'])
    .where('noticeId', '=', noticeId)
    .where('users.delFlag', '=', '0')
    .where(inScope(scope, { dept: 'users.deptId', user: 'users.userId' }));
  if (name) rows = rows.where(({ or }) => or([contains('userName', name), contains('nickName', name)]));
  return page(rows, 'readId', paging);
}
