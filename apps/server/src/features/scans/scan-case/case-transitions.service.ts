import { type CaseState, decideCase, scanCases } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as blacklistService from '../blacklist/blacklist.service.ts';
import * as queries from './scan-case.queries.ts';

/** Each transition locks the row, validates the state, writes, and records an event. */

/** @throws notFound, caseStateWrong, caseHandlerWrong, caseHandlerMissing */
export async function assign(
  ctx: Context,
  id: number,
  { assigneeId, note }: { assigneeId?: number | null | undefined; note?: string | null | undefined },
) {
  const { db, scope, actor } = ctx;
  const row = await lockInState(ctx, id, 'assign', ['open', 'assigned']);
  // the case has no assignee to remove
  if (!assigneeId && row.assigneeId === null) throw new Problem('caseHandlerMissing', { field: 'assigneeId' });
  const handler = assigneeId
    ? (await queries.listHandlers(db, scope, decideCase.permission)).find(({ userId }) => userId === assigneeId)
    : undefined;
  if (assigneeId && !handler) throw new Problem('caseHandlerWrong', { field: 'assigneeId', userName: String(assigneeId) });
  await queries.updateState(db, id, { state: handler ? 'assigned' : 'open', assigneeId: handler?.userId ?? null }, actor.userId);
  const eventNote = [handler?.nickName, note].filter(Boolean).join('：');
  await queries.insertEvent(db, { caseId: id, action: 'assign', userId: actor.userId, note: eventNote || null });
}

/** @throws notFound */
export async function note({ db, scope, actor }: Context, id: number, { note }: { note: string }) {
  orNotFound(await queries.lock(db, scope, id));
  await queries.insertEvent(db, { caseId: id, action: 'note', userId: actor.userId, note });
}

type Decision = z.output<typeof decideCase.body>;

/**
 * Genuine and false-alarm verdicts make the codes quiet; a counterfeit verdict may blacklist the code.
 * @throws notFound, caseStateWrong, caseNotOfCode
 */
export async function decide(ctx: Context, id: number, decision: Decision) {
  await lockInState(ctx, id, 'judge', ['open', 'assigned']);
  await decideAs(ctx, id, decision);
}

/** As `decide`, without validating the state. @throws notFound, caseNotOfCode */
export async function decideAs(
  { db, scope, actor: { userId } }: Pick<Context, 'db' | 'scope'> & { actor: { userId: number } },
  id: number,
  { verdict, note, cause, block }: Decision,
) {
  const { subject, batchId, level, ordinal, deptId } = orNotFound(await queries.lock(db, scope, id));
  const place = batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;
  if (block && (subject !== 'code' || !place)) throw new Problem('caseNotOfCode', { field: 'block' });
  const decisionFields = { verdict, cause: verdict === 'falseAlarm' ? (cause ?? null) : null, note, judgeBy: userId };
  await queries.updateState(db, id, { state: 'judged', ...decisionFields }, userId);
  await queries.insertEvent(db, { caseId: id, action: 'judge', userId, note, verdict });
  if (verdict === 'genuine' || verdict === 'falseAlarm')
    await queries.setQuiet(db, id, await settingService.number(db, 'suyuan.case.quietDays', 90));
  const shouldBlock = block ?? (verdict === 'counterfeit' && (await settingService.get(db, 'suyuan.case.autoBlock')) === 'true');
  if (!shouldBlock || subject !== 'code' || !place) return;
  const blacklistId = await blacklistService.blockCode(db, place, { reason: note.slice(0, 200), caseId: id, deptId, createBy: userId });
  if (blacklistId !== undefined) await queries.insertEvent(db, { caseId: id, action: 'block', userId });
}

/**
 * Revokes the verdict and ends the quiet period of the codes.
 * @throws notFound, caseStateWrong, caseOpenAlready where another was opened since
 */
export async function reopen(ctx: Context, id: number, { note }: { note: string }) {
  const { db, actor } = ctx;
  await lockInState(ctx, id, 'reopen', ['judged']);
  await queries.setQuiet(db, id, 0);
  const decisionFields = { verdict: null, cause: null, judgeBy: null };
  const update = queries.updateState(db, id, { state: 'open', assigneeId: null, ...decisionFields }, actor.userId);
  const conflictProblems = {
    scan_case_code_key: 'caseOpenAlready',
    scan_case_dealer_key: 'caseOpenAlready',
    scan_case_text_key: 'caseOpenAlready',
  } as const;
  await mapConstraintErrors(conflictProblems, {}, update);
  await queries.insertEvent(db, { caseId: id, action: 'reopen', userId: actor.userId, note });
}

/** Locks the case and requires one of the states `allowedStates`. */
async function lockInState(ctx: Context, id: number, step: 'assign' | 'judge' | 'reopen', allowedStates: readonly CaseState[]) {
  const row = orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  if (allowedStates.includes(row.state)) return row;
  const word = (state: CaseState) => ctx.t(scanCases.word(`state.${state}`));
  throw new Problem('caseStateWrong', {
    state: word(row.state),
    step: ctx.t(scanCases.word(`action.${step}`)),
    allowed: new Intl.ListFormat(ctx.language, { type: 'disjunction' }).format(allowedStates.map(word)),
  });
}
