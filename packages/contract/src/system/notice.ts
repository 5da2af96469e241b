import { z } from 'zod';
import { audited, Flag, Id, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Maximum characters of the HTML. Pictures are uploaded separately. */
const NOTICE_LENGTH = 200_000;

/** Without HTML tags, because titles are rendered as text. */
const plainTitle = text(50).refine((title) => !/<[a-z/!?]/i.test(title), { params: { word: 'issue.tags' } });

/** Value of sys_notice_type, which administrators can extend. */
const NoticeType = text(1, /^[0-9A-Za-z]$/);

const NoticeInput = z.object({
  noticeTitle: plainTitle,
  noticeType: NoticeType,
  /** Sanitised before storage. */
  noticeContent: optionalLines(NOTICE_LENGTH),
  /** `1`: visible only to users who manage notices. */
  status: Flag.optional(),
  remark: optionalText(255),
  version: Version,
});

export const Notice = z.object({
  noticeId: Id,
  noticeTitle: z.string(),
  noticeType: z.string(),
  noticeContent: z.string().nullable(),
  status: Flag,
  remark: z.string().nullable(),
  /** By the current user. */
  isRead: z.boolean(),
  ...audited,
});

export const notices = defineResource({
  domain: 'system',
  name: 'notice',
  key: 'noticeId',
  ownWords: ['createBy'],
  log: '通知公告',
  // Reading a notice has a separate route, open to all signed-in users.
  operations: ['list', 'add', 'edit', 'remove'],
  record: Notice,
  input: NoticeInput,
  filters: z.object({ noticeTitle: text(50), noticeType: NoticeType, status: Flag, createBy: text(30) }).partial(),
  wire: {},
  sortable: ['noticeTitle', 'createTime'],
});

export const NoticeReader = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  phonenumber: z.string(),
  readTime: z.string(),
});
export type NoticeReader = z.output<typeof NoticeReader>;

export const NoticeReaderFilters = z.object({ noticeId: Id, searchValue: text(30).optional() });

/** Newest open notices without content. */
export const NoticeTop = z.object({
  data: z.array(Notice.omit({ version: true })),
  unreadCount: z.number(),
});
export type NoticeTop = z.output<typeof NoticeTop>;
