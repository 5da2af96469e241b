import type { logininfors, Paging, QueryOf } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Context } from '../../../http/context.ts';
import * as queries from './logininfor.queries.ts';

export const list = ({ db }: Context, query: QueryOf<typeof logininfors>) => queries.list(db, query);

/** What is noted of the signed-in person, newest first. */
export const ownList = ({ db, actor }: Context, { paging }: { paging: Paging }) => queries.ownList(db, actor.userId, paging);

/** A text of the outside as a line of the log: without control characters, cut to what the family's columns hold. */
const line = (text: string, max: number) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max);

/** Notes that somebody came, went or was turned away. */
export const record = (db: Db, { userName, msg, ...attempt }: queries.Attempt) =>
  queries.insert(db, { ...attempt, userName: line(userName, 50), msg: line(msg, 255) });
