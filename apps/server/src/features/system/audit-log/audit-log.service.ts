import { type AuditLogChain, type AuditLogSeal, type auditLogs, type ProblemName, problems, type QueryOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { refusalMessage } from '../../../platform/http/refusal.ts';
import { seedNamesOf } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import { inLanguage } from '../../../platform/translations.ts';
import { isPrivateAddress, locationOf } from '../../scans/place/place.service.ts';
import { placeName } from '../../scans/place/regions.ts';
import * as queries from './audit-log.queries.ts';
import * as sealService from './seal.service.ts';

export async function list(ctx: Context, query: QueryOf<typeof auditLogs>) {
  const { rows, total } = await queries.list(ctx.db, query, seedNamesOf(ctx, 'title'));
  return { rows: rows.map((row) => describe(ctx, row)), total };
}

/** @throws notFound */
export const read = async (ctx: Context, id: number) => describe(ctx, orNotFound(await queries.find(ctx.db, id)));

/** A row with its location and, if it was refused, the problem text. */
const describe = <Row extends { errorMsg: string | null; jsonResult: string; operIp: string }>(ctx: Context, row: Row) => ({
  ...withProblemText(ctx, row),
  operLocation: isPrivateAddress(row.operIp) ? ctx.t('account.placeInside') : placeName(locationOf(row.operIp), ctx.language),
});

/** Renders the problem text of a refused row in the reader's language. Falls back to the problem name. */
function withProblemText<Row extends { errorMsg: string | null; jsonResult: string }>(ctx: Context, row: Row): Row {
  if (!row.errorMsg || !(row.errorMsg in problems)) return row;
  try {
    const { params } = JSON.parse(row.jsonResult) as { params: Record<string, unknown> };
    return { ...row, errorMsg: refusalMessage(ctx, new Problem(row.errorMsg as ProblemName, params)) };
  } catch {
    return row; // truncated, or the text has changed since
  }
}

/** Seal state of one row. @throws notFound */
export async function seal(ctx: Context, id: number): Promise<AuditLogSeal> {
  orNotFound(await queries.find(ctx.db, id));
  return sealService.readState(ctx.installation, id);
}

/** Chain length, the result of the last verification, and the error of a later failed run. */
export async function chain({ db, language }: Context): Promise<AuditLogChain> {
  const [length, last, failedRun] = [
    await sealService.countSeals(db),
    await sealService.readLastVerification(db),
    await queries.lastFailure(db, language),
  ];
  const breachText = last?.breach ? inLanguage(sealService.describeBreach(last.breach), language) : '';
  return {
    ...length,
    check: last ? { time: last.time, isIntact: !last.breach, message: breachText } : null,
    failure: failedRun?.endTime ? { time: failedRun.endTime, message: failedRun.exceptionInfo } : null,
  };
}

/** Archives all `ids` or none. Log rows are never deleted. @throws notFound */
export async function remove({ db, actor }: Context, ids: number[]): Promise<void> {
  allFound(await queries.remove(db, ids, actor.userId), ids);
}

/** Archives the whole log. The row of this operation becomes the first of the new log. */
export async function clear({ db, actor }: Context): Promise<void> {
  await queries.clear(db, actor.userId);
}
