import { type ChangesOf, decideCase, type InputOf, type NoticeTop, notices, type Paging, type QueryOf } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { written } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import { scopeOf } from '../../../platform/http/gate.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './notice.queries.ts';

type Notices = typeof notices;

/** Notices at the bell: how many are shown, of however many are unread. */
const AT_THE_BELL = 5;

export const list = ({ db, actor }: Context, query: QueryOf<Notices>) => queries.list(db, readerOf(actor), query);

/** Open to everybody who is signed in; a closed notice only to those who keep notices. @throws notFound */
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

/** @throws notFound when one of `ids` is not there */
export async function remove({ db }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** What the bell shows: the newest open notices, and how many of all open ones the asker has not read. */
export async function top({ db, actor }: Context): Promise<NoticeTop> {
  const [data, unreadCount] = await Promise.all([queries.newest(db, readerOf(actor), AT_THE_BELL), queries.unread(db, readerOf(actor))]);
  return { data, unreadCount };
}

/** Notices are read from now on by who asks; those that the asker has read already, or may not see, change nothing. */
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

/** A notice of the system's own, for those who hold `audience`. */
interface OwnNotice {
  /** 50 characters at most. */
  noticeTitle: string;
  noticeContent: string;
  audience: string;
  /** Given: for those alone who see what belongs to this department; null belongs to none, and those see it who see all. */
  deptId?: number | null;
}

/** Files a notice of the system's own; answers its key. */
export async function file(db: Db, notice: OwnNotice): Promise<number> {
  const { noticeId } = await queries.insert(db, { ...safe(notice), noticeType: '1', createBy: null, scoped: notice.deptId !== undefined });
  return noticeId;
}

/** What is scoped is told of cases: it is seen within the scope of judging them, whatever else somebody may see. */
const readerOf = (actor: Context['actor']): queries.Reader => ({
  userId: actor.userId,
  scope: scopeOf(actor, decideCase.permission),
  permissions: actor.admin ? 'all' : actor.roles.flatMap(({ permissions }) => permissions),
});

/** The same without what may not stand in a text. */
const safe = <T extends { noticeContent?: string | null | undefined }>(given: T): T =>
  given.noticeContent ? { ...given, noticeContent: safeHtml(given.noticeContent) } : given;
