import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, Ids, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { OwnNotice } from '../identity/sign-in.ts';

/** Maximum characters of the HTML. Pictures are uploaded separately. */
const NOTICE_LENGTH = 200_000;

const TITLE_LENGTH = 50;
/** Without HTML tags, because titles are rendered as text. */
const plainTitle = text(TITLE_LENGTH).refine((title) => !/<[a-z/!?]/i.test(title), { params: { word: 'issue.tags' } });

export const notices = defineResource({
  domain: 'system',
  name: 'notice',
  key: 'noticeId',
  rest: 'notices',
  ownWords: ['createBy'],
  log: '通知公告',
  // Reading a notice has a separate route, open to all signed-in users.
  operations: ['list', 'add', 'edit', 'remove'],
  fields: {
    noticeTitle: f.of('text', plainTitle, { filter: text(TITLE_LENGTH) }, { max: TITLE_LENGTH }),
    /** Value of sys_notice_type, which administrators can extend. */
    noticeType: f.of('choice', text(1, /^[0-9A-Za-z]$/)),
    /** Sanitised before storage. */
    noticeContent: f.lines(NOTICE_LENGTH).optional(),
    /** `1`: visible only to users who manage notices. */
    status: f.flag().omittable(),
    remark: f.text(255).optional(),
    /** By the current user. */
    isRead: f.boolean().computed(),
    /** `createBy` is empty: created by the system. */
    ...audited,
  },
  filters: ['noticeTitle', 'createBy', 'noticeType', 'status'],
  sortable: ['noticeTitle', 'createTime'],
  columns: ['noticeTitle', 'noticeType', 'status', 'createBy', 'createTime', 'updateTime'],
  wire: {},
});

export const Notice = notices.record;

export const NoticeReader = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  phonenumber: z.string(),
  readTime: Time,
});
export type NoticeReader = z.output<typeof NoticeReader>;

export const NoticeReaderFilters = z.object({ noticeId: Id, searchValue: text(30).optional() });

/** Newest open notices without content. */
export const NoticeTop = z.object({
  data: z.array(Notice.omit({ version: true })),
  unreadCount: z.number(),
});
export type NoticeTop = z.output<typeof NoticeTop>;

export const noticeRecord = defineEndpoint(notices, 'GET /:id', { access: 'signedIn', data: notices.record });
export const newestNotices = defineEndpoint(notices, 'GET /listTop', {
  access: 'signedIn',
  rest: 'GET /notices/newest',
  envelope: NoticeTop.shape,
});
export const markNoticeRead = defineEndpoint(notices, 'POST /markRead', {
  access: 'signedIn',
  rest: 'POST /notices/:noticeId/read',
  query: z.object({ noticeId: Id }),
});

/** IDs of notices, or `all`. RuoYi accepts an empty value as none. */
export const markNoticesRead = defineEndpoint(notices, 'POST /markReadAll', {
  access: 'signedIn',
  rest: 'POST /notices/read',
  query: z.object({
    ids: z.preprocess((ids) => (ids === undefined || ids === '' ? undefined : ids), z.union([z.literal('all'), Ids]).optional()),
  }),
});
export const noticeReaders = defineEndpoint(notices, 'GET /readUsers/list', {
  permission: 'list',
  rest: 'GET /notices/:noticeId/readers',
  filters: NoticeReaderFilters,
  rows: NoticeReader,
});

/** Notices that the user has read. */
export const ownNotices = defineEndpoint({ path: '/account/notice', rest: 'account/notices' }, 'GET /list', {
  access: 'signedIn',
  filters: z.object({}),
  rows: OwnNotice,
});
