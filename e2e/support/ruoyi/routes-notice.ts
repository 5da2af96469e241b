import { affected, type Call, ok, okData, type Routes } from './call.ts';
import { type Notice, nextId } from './records.ts';
import { atMost, changesOf, created, filterRows, noTags, notBlank, pageOf, removeRows, updateRow, validate } from './table.ts';

const noticeColumns = { unlessEmpty: ['noticeTitle', 'noticeType', 'status'], unlessNull: ['noticeContent'] } as const;
const noticeChecks = {
  noticeTitle: [noTags('公告标题不能包含脚本字符'), notBlank('公告标题不能为空'), atMost(50, '公告标题不能超过50个字符')],
};

const noticeView = (notice: Notice) => ({ ...notice, isRead: false });
const newest = (one: Notice, other: Notice) => other.noticeId - one.noticeId;

/** RuoYi's list ignores the status filter. */
const noticesOf = (call: Call) =>
  filterRows(call.db.notices, call, { like: ['noticeTitle', 'createBy'], equal: ['noticeType'] }).toSorted(newest);

function markRead({ db, session }: Call, noticeIds: number[]) {
  const { userId } = session.user;
  for (const noticeId of noticeIds)
    if (!db.noticeReads.some((read) => read.userId === userId && read.noticeId === noticeId)) db.noticeReads.push({ userId, noticeId });
  return ok();
}

/** At most five, without contents. The unread count covers these only. */
function topNotices({ db, session }: Call) {
  const top = db.notices
    .filter(({ status }) => status === '0')
    .toSorted(newest)
    .slice(0, 5);
  const data = top.map(({ noticeId, noticeTitle, noticeType, status, createBy, createTime }) => ({
    ...{
      noticeId,
      noticeTitle,
      noticeType,
      status,
      createBy,
      createTime,
      noticeContent: null,
      remark: null,
      updateBy: null,
      updateTime: null,
    },
    isRead: db.noticeReads.some((read) => read.userId === session.user.userId && read.noticeId === noticeId),
  }));
  return ok({ data, unreadCount: data.filter(({ isRead }) => !isRead).length });
}

export const noticeRoutes: Routes = {
  'GET /system/notice/list': {
    permission: 'system:notice:list',
    handle: (call) =>
      pageOf(noticesOf(call).map(noticeView), call, ['noticeId', 'noticeTitle', 'noticeType', 'status', 'createBy', 'createTime']),
  },
  'GET /system/notice/listTop': { handle: topNotices },
  'GET /system/notice/:noticeId': {
    permission: 'system:notice:query',
    handle: ({ db, id }) => okData(db.notices.filter(({ noticeId }) => noticeId === id('noticeId')).map(noticeView)[0]),
  },
  'POST /system/notice/markRead': { handle: (call) => markRead(call, call.parameters.ids('noticeId') ?? []) },
  'POST /system/notice/markReadAll': {
    // non-numeric ids are ignored
    handle: (call) => markRead(call, call.parameters.text('ids').split(',').map(Number).filter(Boolean)),
  },
  'POST /system/notice': {
    permission: 'system:notice:add',
    log: ['通知公告', 1],
    handle: ({ db, body, session }) => {
      validate(body, noticeChecks);
      db.notices.push({
        ...{ ...created(session.user.userName), noticeId: nextId(db, 'noticeId'), noticeTitle: '', noticeType: '1', noticeContent: null },
        ...{ status: '0', ...changesOf<Notice>(body, noticeColumns), remark: body.text('remark') },
      });
      return ok();
    },
  },
  'PUT /system/notice': {
    permission: 'system:notice:edit',
    log: ['通知公告', 2],
    handle: ({ db, body, session }) => {
      validate(body, noticeChecks);
      const row = db.notices.find(({ noticeId }) => noticeId === body.number('noticeId'));
      return affected(updateRow(row, changesOf<Notice>(body, noticeColumns), session.user.userName));
    },
  },
  'DELETE /system/notice/:noticeIds': {
    permission: 'system:notice:remove',
    log: ['通知公告', 3],
    handle: ({ db, ids }) => {
      const noticeIds = ids('noticeIds');
      removeRows(db.noticeReads, ({ noticeId }) => noticeIds.includes(noticeId));
      return affected(removeRows(db.notices, ({ noticeId }) => noticeIds.includes(noticeId)));
    },
  },
};
