import type { Language, Paging } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { columnIn } from '../../../platform/translations.ts';

export const listReadBy = (db: Db, userId: number, language: Language, paging: Paging) =>
  page(
    db
      .selectFrom('noticeRead')
      .innerJoin('notice', 'notice.noticeId', 'noticeRead.noticeId')
      .select(['notice.noticeId', 'noticeType', 'notice.createTime', 'readTime'])
      .select(columnIn(language, 'notice', 'noticeTitle').as('noticeTitle'))
      .where('noticeRead.userId', '=', userId)
      .where('notice.status', '=', '0'),
    'readId',
    paging,
  );
