import { type Language, type NoticeReader, type NoticeTop, notices, type Page, type Paging } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { type ActingCaller, recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, inScope, usersInScope } from '../../../platform/db/scope.ts';
import { columnIn } from '../../../platform/translations.ts';

/** Visibility of notices: an audience requires its permission, and a scoped notice requires access to its department's records. */
interface Reader extends ActingCaller {
  language: Language;
  permissions: readonly string[] | 'all';
}

/** Whether the reader may see the notice. */
const isVisibleTo = ({ permissions, scope }: Reader) =>
  permissions === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`((notice.audience is null or notice.audience = any(${permissions}::text[]))
        and (not notice.scoped or ${inScope(scope, { dept: 'notice.deptId' })}))`;

const isRead = ({ actor }: Reader) =>
  sql<boolean>`exists (select from notice_read r where r.notice_id = notice.notice_id and r.user_id = ${actor.userId})`;

const title = ({ language }: Pick<Reader, 'language'>) => columnIn(language, 'notice', 'noticeTitle');

const maker = sql<string>`(select user_name from users where users.user_id = notice.create_by)`;

/** With the texts in the reader's language. Initial notices reference the administrator, who may not exist yet. */
export const noticeTable = recordTable(notices, 'notice', {
  visible: isVisibleTo,
  columns: (reader) => ({
    noticeTitle: title(reader),
    noticeContent: columnIn(reader.language, 'notice', 'noticeContent'),
    createBy: sql`coalesce(${maker}, '')`,
    isRead: isRead(reader),
  }),
  conditions: (reader) => ({ noticeTitle: (part) => contains(title(reader), part), createBy: (name) => contains(maker, name) }),
});

export const setTexts = (db: Db, noticeId: number, texts: { noticeTitle: string; noticeContent: string }) =>
  db.updateTable('notice').set(texts).where('noticeId', '=', noticeId).execute();

/** For notices that the system writes. */
export const insert = (db: Db, row: Insertable<Database['notice']>) =>
  db.insertInto('notice').values(row).returning('noticeId').executeTakeFirstOrThrow();

export const listNewest = (reader: Reader, count: number) =>
  noticeTable
    .select(reader)
    .clearSelect()
    .select(['noticeId', 'noticeType', 'notice.status', 'notice.createTime'])
    .select([title(reader).as('noticeTitle'), sql`coalesce(${maker}, '')`.as('createBy'), isRead(reader).as('isRead')])
    .select(['noticeContent', 'remark', 'updateBy', 'updateTime'].map((name) => sql`null`.as(name)))
    .where('notice.status', '=', '0')
    .orderBy('noticeId', 'desc')
    .limit(count)
    .$castTo<NoticeTop['data'][number]>()
    .execute();

/** Number of open notices that `reader` has not read. */
export async function countUnread(reader: Reader): Promise<number> {
  const { count } = await reader.db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', '0')
    .where(isVisibleTo(reader))
    .where(sql<boolean>`not ${isRead(reader)}`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks open notices of `ids`, or all, as read. Idempotent. */
export function markRead(reader: Reader, ids: number[] | 'all') {
  const idCondition = ids === 'all' ? sql<boolean>`true` : sql<boolean>`notice_id = any(${ids}::bigint[])`;
  return sql`insert into notice_read (notice_id, user_id)
    select notice_id, ${reader.actor.userId} from notice where status = '0' and ${isVisibleTo(reader)} and ${idCondition}
    on conflict on constraint notice_read_user_id_notice_id_key do nothing`.execute(reader.db);
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
    .where(usersInScope(scope));
  if (name) rows = rows.where(({ or }) => or([contains('userName', name), contains('nickName', name)]));
  return page(rows, 'readId', paging);
}

export const listReadBy = (db: Db, userId: number, language: Language, paging: Paging) =>
  page(
    db
      .selectFrom('noticeRead')
      .innerJoin('notice', 'notice.noticeId', 'noticeRead.noticeId')
      .select(['notice.noticeId', 'noticeType', 'notice.createTime', 'readTime'])
      .select(title({ language }).as('noticeTitle'))
      .where('noticeRead.userId', '=', userId)
      .where('notice.status', '=', '0'),
    'readId',
    paging,
  );
