import type { Paging, QueryOf, signInLogs } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { allFound } from '../../../platform/problem.ts';
import { placeName } from '../../scans/place/regions.ts';
import * as queries from './sign-in-log.queries.ts';

export async function list(ctx: Context, query: QueryOf<typeof signInLogs>) {
  const { rows, total } = await queries.list(ctx.db, query);
  return { rows: translateRows(ctx, rows), total };
}

/** Removes all or none. @throws notFound */
export async function remove({ db }: Context, ids: number[]) {
  allFound(await queries.remove(db, ids), ids);
}

/** Removes all entries. The audit log records the user. */
export async function clean({ db }: Context) {
  await queries.clean(db);
}

/** Stored messages are Chinese. They are translated for readers of other languages. */
const translatedKeys = [
  ...(['account.signedIn', 'account.signedOut', 'account.registered', 'account.placeInside'] as const),
  ...(['account.passwordWrong', 'problem.accountDisabled', 'problem.captchaExpired', 'problem.captchaWrong'] as const),
  ...(['problem.addressBlocked', 'problem.ticketDead', 'problem.ticketSpent'] as const),
];

export async function ownList(ctx: Context, { paging }: { paging: Paging }) {
  const { rows, total } = await queries.ownList(ctx.db, ctx.actor.userId, paging);
  return { rows: translateRows(ctx, rows), total };
}

/** Translates the messages of rows. */
export function translateRows<Row extends { loginLocation: string; msg?: string }>(
  { language, t, installation }: Context,
  rows: Row[],
): Row[] {
  if (language === 'zh-CN') return rows;
  const translations = new Map(translatedKeys.map((key) => [installation.translate['zh-CN'](key), t(key)]));
  const translate = (text: string) => translations.get(text) ?? text;
  return rows.map((row) => ({
    ...row,
    loginLocation: placeName(translate(row.loginLocation), language),
    ...(row.msg !== undefined && { msg: translate(row.msg) }),
  }));
}

/** Replaces control characters and truncates external text to RuoYi's column length. */
const cleanText = (text: string, max: number) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max);

export const record = (db: Db, { userName, msg, ...attempt }: queries.Attempt) =>
  queries.insert(db, { ...attempt, userName: cleanText(userName, 50), msg: cleanText(msg, 255) });

/** Removes entries older than `days`. Returns their number. */
export const retain = (db: Db, days: number) => queries.retain(db, days);
