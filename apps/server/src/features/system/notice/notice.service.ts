import { type ChangesOf, decideCase, type InputOf, type NoticeTop, notices, type Paging, type QueryOf } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { written } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import { scopeOf } from '../../../platform/http/gate.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './notice.queries.ts';

type Notices = typeof notices;

const AT_THE_BELL = 5;

export const list = ({ db, actor }: Context, query: QueryOf<Notices>) => queries.list(db, readerOf(actor), query);

/** Open notices are visible to all signed-in users, closed ones only to editors. @throws notFound */
export async function read({ db, actor }: Context, id: number) {
  const notice = orNotFound(await queries.find(db, readerOf(actor), id));
  const keeps = (['list', 'read', 'edit'] as const).some((operation) => may(actor, notices.permission(operation)));
  if (notice.status !== '0' && !keeps) throw new Problem('notFound');
  return notice;
}

export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Notices>) {
  const { noticeId } = await queries.insert(db, { ...safe(input), createBy: actor.userId });
  return noticeId;
}

/** @throws notFound, recordStale */
export async function edit({ db, actor }: Context, id: number, changes: ChangesOf<Notices>) {
  const row = await queries.update(db, id, safe(changes), actor.userId);
  await written(row, () => queries.find(db, readerOf(actor), id));
}

/** @throws notFound if one of `ids` does not exist */
export async function remove({ db }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** The newest open notices and the number of unread ones. */
export async function top({ db, actor }: Context): Promise<NoticeTop> {
  const [data, unreadCount] = await Promise.all([queries.newest(db, readerOf(actor), AT_THE_BELL), queries.unread(db, readerOf(actor))]);
  return { data, unreadCount };
}

/** Marks notices as read. Read or invisible ones are ignored. */
export async function markRead({ db, actor }: Context, ids: number[] | 'all') {
  await queries.markRead(db, readerOf(actor), ids);
}

/** @throws notFound */
export async function readers(
  { db, actor, scope }: Context,
  { noticeId, searchValue, paging }: { noticeId: number; searchValue?: string | undefined; paging: Paging },
) {
  orNotFound(await queries.find(db, readerOf(actor), noticeId));
  return queries.readers(db, scope, noticeId, searchValue, paging);
}

/** A system notice for users with the permission `audience`. */
interface OwnNotice {
  /** At most 50 characters. */
  noticeTitle: string;
  noticeContent: string;
  audience: string;
  /** If set, only for users who see this department's records; null requires full scope. */
  deptId?: number | null;
}

/** Creates a system notice and returns its id. */
export async function file(db: Db, notice: OwnNotice): Promise<number> {
  const { noticeId } = await queries.insert(db, { ...safe(notice), noticeType: '1', createBy: null, scoped: notice.deptId !== undefined });
  return noticeId;
}

/** Scoped notices concern cases, so the scope of deciding cases applies. */
const readerOf = (actor: Context['actor']): queries.Reader => ({
  userId: actor.userId,
  scope: scopeOf(actor, decideCase.permission),
  permissions: actor.admin ? 'all' : actor.roles.flatMap(({ permissions }) => permissions),
});

const safe = <T extends { noticeContent?: string | null | undefined }>(given: T): T =>
  given.noticeContent ? { ...given, noticeContent: safeHtml(given.noticeContent) } : given;
