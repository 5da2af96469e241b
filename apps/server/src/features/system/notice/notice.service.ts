import { type ChangesOf, caseLifeCycle, type InputOf, type NoticeTop, notices, type Paging, type QueryOf } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './notice.queries.ts';

type Notices = typeof notices;

export const table = 'notice';

const TOP_COUNT = 5;

export const list = ({ db, actor }: Context, query: QueryOf<Notices>) => queries.list(db, readerOf(actor), query);

/** Open notices are visible to all signed-in users, closed ones only to editors. @throws notFound */
export async function read({ db, actor }: Context, id: number) {
  const notice = orNotFound(await queries.find(db, readerOf(actor), id));
  const canManage = (['list', 'read', 'edit'] as const).some((operation) => hasPermission(actor, notices.permission(operation)));
  if (notice.status !== '0' && !canManage) throw new Problem('notFound');
  return notice;
}

export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Notices>) {
  const { noticeId } = await queries.insert(db, { ...sanitize(input), createBy: actor.userId });
  return noticeId;
}

/** @throws notFound, recordStale */
export async function edit({ db, actor }: Context, id: number, changes: ChangesOf<Notices>) {
  const row = await queries.update(db, id, sanitize(changes), actor.userId);
  await orStale(row, () => queries.find(db, readerOf(actor), id));
}

/** @throws notFound if one of `ids` does not exist */
export async function remove({ db }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** The newest open notices and the number of unread ones. */
export async function top({ db, actor }: Context): Promise<NoticeTop> {
  const [data, unreadCount] = await Promise.all([
    queries.listNewest(db, readerOf(actor), TOP_COUNT),
    queries.countUnread(db, readerOf(actor)),
  ]);
  return { data, unreadCount };
}

/** Marks notices as read. Read or invisible ones are ignored. */
export async function markRead({ db, actor }: Context, ids: number[] | 'all') {
  await queries.markRead(db, readerOf(actor), ids);
}

/** @throws notFound */
export async function listReaders(
  { db, actor, scope }: Context,
  { noticeId, searchValue, paging }: { noticeId: number; searchValue?: string | undefined; paging: Paging },
) {
  orNotFound(await queries.find(db, readerOf(actor), noticeId));
  return queries.listReaders(db, scope, noticeId, searchValue, paging);
}

/** A system notice for users with the permission `audience`. */
interface SystemNotice {
  /** At most 50 characters. */
  noticeTitle: string;
  noticeContent: string;
  audience: string;
  /** If set, only for users who see this department's records; null requires full scope. */
  deptId?: number | null;
}

/** Replaces texts, such as those of a new installation by their translation. */
export async function setTexts(db: Db, texts: readonly { noticeId: number; noticeTitle: string; noticeContent: string }[]) {
  for (const { noticeId, ...changes } of texts) await queries.setTexts(db, noticeId, changes);
}

/** Creates a system notice and returns its id. */
export async function createSystemNotice(db: Db, notice: SystemNotice): Promise<number> {
  const { noticeId } = await queries.insert(db, {
    ...sanitize(notice),
    noticeType: '1',
    createBy: null,
    scoped: notice.deptId !== undefined,
  });
  return noticeId;
}

/** Scoped notices concern cases, so the scope of deciding cases applies. */
const readerOf = (actor: Context['actor']): queries.Reader => ({
  userId: actor.userId,
  scope: scopeOf(actor, caseLifeCycle.steps.judge.permission),
  permissions: actor.admin ? 'all' : actor.roles.flatMap(({ permissions }) => permissions),
});

const sanitize = <T extends { noticeContent?: string | null | undefined }>(notice: T): T =>
  notice.noticeContent ? { ...notice, noticeContent: safeHtml(notice.noticeContent) } : notice;
