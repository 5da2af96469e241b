import type { Paging } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';

export const listReadBy = (db: Db, userId: number, paging: Paging) =>
  page(
    db
      .selectFrom('noticeRead')
      .innerJoin('notice', 'notice.noticeId', 'noticeRead.noticeId')
      .select(['notice.noticeId', 'noticeTitle', 'noticeType', 'notice.createTime', 'readTime'])
      .where('noticeRead.userId', '=', userId)
      .where('notice.status', '=', '0'),
    'readId',
    paging,
  );
