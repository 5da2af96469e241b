import { type ChangesOf, caseLifeCycle, type InputOf, type NoticeTop, notices, type Paging, type QueryOf } from '@suyuan/contract';
import { isBlankHtml } from '@suyuan/forms';
import type { Db } from '../../../platform/db/db.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { InvalidInput, issueOf } from '../../../platform/http/refusal.ts';
import { translateSeedName } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import { type Localized, translatedColumns } from '../../../platform/translations.ts';
import { readEntries } from '../dictionary/dictionary-data.service.ts';
import * as queries from './notice.queries.ts';

type Notices = typeof notices;

export const table = 'notice';

const TOP_COUNT = 5;
/** Maximum characters of a title, for which system notices are cut. */
const TITLE_LENGTH = 50;

export const list = (ctx: Context, query: QueryOf<Notices>) => queries.noticeTable.list(readerOf(ctx), query);

/** Open notices are visible to all signed-in users, closed ones only to editors. @throws notFound */
export async function read(ctx: Context, id: number) {
  const notice = orNotFound(await queries.noticeTable.find(readerOf(ctx), id));
  const canManage = (['list', 'read', 'edit'] as const).some((operation) => hasPermission(ctx.actor, notices.permission(operation)));
  if (notice.status !== '0' && !canManage) throw new Problem('notFound');
  return notice;
}

/** @throws invalidInput, as `validate` */
export async function add(ctx: Context, { version: _, ...input }: InputOf<Notices>) {
  const notice = sanitize(input);
  await validate(ctx, notice);
  return queries.noticeTable.insert(ctx, notice);
}

/** Changed texts replace those of all languages. @throws notFound, recordStale, and as `validate` for what changes */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Notices>) {
  const reader = readerOf(ctx);
  const find = () => queries.noticeTable.find(reader, id);
  const before = orNotFound(await find());
  const { noticeTitle = before.noticeTitle, noticeContent = before.noticeContent, ...rest } = sanitize(changes);
  await validate(ctx, {
    ...(rest.noticeType !== before.noticeType && { noticeType: rest.noticeType }),
    ...(noticeContent !== before.noticeContent && { noticeContent }),
  });
  const isSameText = noticeTitle === before.noticeTitle && (noticeContent ?? '') === (before.noticeContent ?? '');
  const texts = isSameText ? {} : { noticeTitle, noticeContent, translations: null };
  await orStale(await queries.noticeTable.update(reader, id, { ...rest, ...texts }), find);
}

/** @throws invalidInput for a type that the dictionary lacks, and for markup without text or picture */
async function validate(
  ctx: Context,
  { noticeType, noticeContent }: { noticeType?: string | undefined; noticeContent?: string | null | undefined },
) {
  if (noticeContent && isBlankHtml(noticeContent)) throw new InvalidInput([issueOf(['noticeContent'], '', 'issue.required')], 'body');
  if (noticeType === undefined) return;
  const types = await readEntries(ctx.db, 'sys_notice_type');
  if (types.some(({ dictValue }) => dictValue === noticeType)) return;
  const choices = types.map((type) => `${type.dictValue} ${translateSeedName(ctx, 'dictLabel', type)}`).join(ctx.t('kit.joint'));
  throw new InvalidInput([issueOf(['noticeType'], noticeType, 'issue.choice', { choices })], 'body');
}

/** @throws notFound if one of `ids` does not exist */
export async function remove(ctx: Context, ids: number[]) {
  allFound(await queries.noticeTable.remove(readerOf(ctx), ids), ids);
}

/** The newest open notices and the number of unread ones. */
export async function top(ctx: Context): Promise<NoticeTop> {
  const [data, unreadCount] = await Promise.all([queries.listNewest(readerOf(ctx), TOP_COUNT), queries.countUnread(readerOf(ctx))]);
  return { data, unreadCount };
}

/** Marks notices as read. Read or invisible ones are ignored. */
export async function markRead(ctx: Context, ids: number[] | 'all') {
  await queries.markRead(readerOf(ctx), ids);
}

/** @throws notFound */
export async function listReaders(
  ctx: Context,
  { noticeId, searchValue, paging }: { noticeId: number; searchValue?: string | undefined; paging: Paging },
) {
  orNotFound(await queries.noticeTable.find(readerOf(ctx), noticeId));
  return queries.listReaders(ctx.db, ctx.scope, noticeId, searchValue, paging);
}

/** A system notice for users with the permission `audience`. */
interface SystemNotice {
  texts: Localized<{ noticeTitle: string; noticeContent: string }>;
  audience: string;
  /** If set, only for users who see this department's records; null requires full scope. */
  deptId?: number | null;
}

/** Replaces texts, such as those of a new installation by their translation. */
export async function setTexts(db: Db, texts: readonly { noticeId: number; noticeTitle: string; noticeContent: string }[]) {
  for (const { noticeId, ...changes } of texts) await queries.setTexts(db, noticeId, changes);
}

const cut = (title: string) => (title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1)}…` : title);

/** Creates a system notice and returns its id. */
export async function createSystemNotice(db: Db, { texts, ...notice }: SystemNotice): Promise<number> {
  const { noticeId } = await queries.insert(db, {
    ...notice,
    ...translatedColumns((t, language) => {
      const { noticeTitle, noticeContent } = texts(t, language);
      return { noticeTitle: cut(noticeTitle), noticeContent: safeHtml(noticeContent) };
    }),
    noticeType: '1',
    createBy: null,
    scoped: notice.deptId !== undefined,
  });
  return noticeId;
}

/** Scoped notices concern cases, so the scope of deciding cases applies. */
const readerOf = ({ db, actor, language }: Context) => ({
  ...{ db, actor, language },
  scope: scopeOf(actor, caseLifeCycle.steps.judge.permission),
  permissions: actor.admin ? ('all' as const) : actor.roles.flatMap(({ permissions }) => permissions),
});

const sanitize = <T extends { noticeContent?: string | null | undefined }>(notice: T): T =>
  notice.noticeContent ? { ...notice, noticeContent: safeHtml(notice.noticeContent) } : notice;

/** Notices that the caller has read. */
export const listOwn = ({ db, actor, language }: Context, { paging }: { paging: Paging }) =>
  queries.listReadBy(db, actor.userId, language, paging);
