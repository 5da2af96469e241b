import type { Paging, QueryOf, signInLogs } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as queries from './sign-in-log.queries.ts';

export async function list(ctx: Context, query: QueryOf<typeof signInLogs>) {
  const { rows, total } = await queries.list(ctx.db, query);
  return { rows: spoken(ctx, rows), total };
}

/** All or none. @throws notFound */
export async function remove({ db }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** Removes every line; who did it stands in the log of operations. */
export async function clean({ db }: Context) {
  await queries.clean(db);
}

/** What the log says of itself, always in Chinese; whoever reads it in another language is told in theirs. */
const sentences = [
  ...(['account.signedIn', 'account.signedOut', 'account.registered', 'account.placeInside'] as const),
  ...(['account.passwordWrong', 'problem.accountDisabled', 'problem.captchaExpired', 'problem.captchaWrong'] as const),
  ...(['problem.addressBlocked', 'problem.ticketDead', 'problem.ticketSpent'] as const),
];

/** What is noted of the signed-in person, newest first. */
export async function ownList(ctx: Context, { paging }: { paging: Paging }) {
  const { rows, total } = await queries.ownList(ctx.db, ctx.actor.userId, paging);
  return { rows: spoken(ctx, rows), total };
}

/** Rows with what was noted of them in the asker's language. */
export function spoken<Row extends { loginLocation: string; msg?: string }>({ language, t, installation }: Context, rows: Row[]): Row[] {
  if (language === 'zh-CN') return rows;
  const said = new Map(sentences.map((key) => [installation.translate['zh-CN'](key), t(key)]));
  const told = (text: string) => said.get(text) ?? text;
  return rows.map((row) => ({ ...row, loginLocation: told(row.loginLocation), ...(row.msg !== undefined && { msg: told(row.msg) }) }));
}

/** A text of the outside as a line of the log: without control characters, cut to what the family's columns hold. */
const line = (text: string, max: number) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max);

/** Notes that somebody came, went or was turned away. */
export const record = (db: Db, { userName, msg, ...attempt }: queries.Attempt) =>
  queries.insert(db, { ...attempt, userName: line(userName, 50), msg: line(msg, 255) });

/** Removes what was noted longer ago than some days; resolves to how many rows. */
export const retain = (db: Db, days: number) => queries.retain(db, days);
