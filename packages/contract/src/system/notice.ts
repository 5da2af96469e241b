import { z } from 'zod';
import { audited, Flag, Id, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Characters of a notice's HTML, at most; pictures are uploaded and only named in it. */
const NOTICE_LENGTH = 200_000;

/** Text of one line without anything that looks like an element: a title is shown as text, everywhere. */
const plainTitle = text(50).refine((title) => !/<[a-z/!?]/i.test(title), { params: { word: 'issue.tags' } });

/** A value of the dictionary sys_notice_type, to which an administrator may add. */
const NoticeType = text(1, /^[0-9A-Za-z]$/);

const NoticeInput = z.object({
  noticeTitle: plainTitle,
  noticeType: NoticeType,
  /** HTML; stored without what the allow-list does not name. */
  noticeContent: optionalLines(NOTICE_LENGTH),
  /** `1`: closed; shown to nobody but those who keep notices. */
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
  /** By the one who asks. */
  isRead: z.boolean(),
  ...audited,
});

export const notices = defineResource({
  domain: 'system',
  name: 'notice',
  key: 'noticeId',
  log: '通知公告',
  // reading one is open to everybody who is signed in, and has a route of its own
  operations: ['list', 'add', 'edit', 'remove'],
  record: Notice,
  input: NoticeInput,
  filters: z.object({ noticeTitle: text(50), noticeType: NoticeType, status: Flag, createBy: text(30) }).partial(),
  wire: {},
  sortable: ['noticeTitle', 'createTime'],
});

/** Somebody who has read a notice. */
export const NoticeReader = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  phonenumber: z.string(),
  readTime: z.string(),
});
export type NoticeReader = z.output<typeof NoticeReader>;

/** Filters of the list of readers. */
export const NoticeReaderFilters = z.object({ noticeId: Id, searchValue: text(30).optional() });

/** Beside what every answer has: the newest open notices without their content, and how many of all open ones are unread. */
export const NoticeTop = z.object({
  data: z.array(Notice.omit({ version: true })),
  unreadCount: z.number(),
});
export type NoticeTop = z.output<typeof NoticeTop>;
