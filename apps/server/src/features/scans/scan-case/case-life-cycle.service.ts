import { type BodyOf, type CaseHandler, caseLifeCycle, scanCases, verdictsFor } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import type { Context } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as blacklistService from '../blacklist/blacklist.service.ts';
import { listCodes } from './evidence.service.ts';
import * as queries from './scan-case.queries.ts';

export const decision = caseLifeCycle.steps.judge;
type Decision = BodyOf<typeof decision>;

/**
 * Genuine and false-alarm verdicts make the codes quiet; a counterfeit verdict may blacklist the code. Reopening revokes the verdict and
 * ends the quiet period.
 * @throws notFound, caseStateWrong, caseHandlerWrong, caseHandlerScope, caseHandlerMissing, caseNotOfCode, caseOpenAlready where another
 * was opened since
 */
export const steps = lifeCycleSteps(
  caseLifeCycle,
  {
    lock: ({ db, scope }, id) => queries.lock(db, scope, id),
    move: (db, id, changes: queries.CaseChanges, { actor }) => queries.updateState(db, id, changes, actor.userId),
  },
  {
    judge: ({ ctx, id, body }) => decideAs(ctx, id, body),
    async assign({ ctx, id, row, body: { assigneeId, note } }) {
      const { db, actor } = ctx;
      // the case has no assignee to remove
      if (!assigneeId && row.assigneeId === null) throw new Problem('caseHandlerMissing', { field: 'assigneeId' });
      const handler = assigneeId ? await queries.findHandler(db, ctx.scope, decision.permission, assigneeId) : undefined;
      if (assigneeId && !handler) throw new Problem('caseHandlerWrong', { field: 'assigneeId', userName: String(assigneeId) });
      // an assigned case is open work of its handler alone
      if (handler && (await whoSee(db, id, [handler])).length === 0)
        throw new Problem('caseHandlerScope', { field: 'assigneeId', userName: handler.nickName });
      const eventNote = [handler?.nickName, note].filter(Boolean).join('：');
      await queries.insertEvent(db, { caseId: id, action: 'assign', userId: actor.userId, note: eventNote || null });
      return { state: handler ? ('assigned' as const) : ('open' as const), assigneeId: handler?.userId ?? null };
    },
    async note({ ctx: { db, actor }, id, body: { note } }) {
      await queries.insertEvent(db, { caseId: id, action: 'note', userId: actor.userId, note });
    },
    async reopen({ ctx, id, row, body: { note } }) {
      const { db, actor } = ctx;
      await setQuiet(ctx, id, row, 0);
      const changes = { state: 'open', assigneeId: null, verdict: null, cause: null, judgeBy: null } as const;
      const conflictProblems = {
        scan_case_code_key: 'caseOpenAlready',
        scan_case_dealer_key: 'caseOpenAlready',
        scan_case_text_key: 'caseOpenAlready',
      } as const;
      await mapConstraintErrors(conflictProblems, {}, queries.updateState(db, id, changes, actor.userId));
      await queries.insertEvent(db, { caseId: id, action: 'reopen', userId: actor.userId, note });
    },
  },
);

/** Users who may be assigned a case: `caseId`, or any. */
export async function listHandlers({ db, scope }: Pick<Context, 'db' | 'scope'>, caseId?: number): Promise<CaseHandler[]> {
  const handlers = await queries.listHandlers(db, scope, decision.permission);
  return caseId === undefined ? handlers : whoSee(db, caseId, handlers);
}

async function whoSee(db: Db, caseId: number, handlers: CaseHandler[]): Promise<CaseHandler[]> {
  const actors = await sessionService.actorsOfUsers(
    db,
    handlers.map(({ userId }) => userId),
  );
  const visibility = await queries.findVisibility(
    db,
    caseId,
    actors.map((actor) => scopeOf(actor, decision.permission)),
  );
  const visibleTo = new Set(actors.filter((_, index) => visibility?.[index]).map(({ userId }) => userId));
  return handlers.filter(({ userId }) => visibleTo.has(userId));
}

/** Judges a case in any state. @throws notFound, caseVerdictWrong, caseNotOfCode */
export async function decideAs(
  ctx: Pick<Context, 'db' | 'installation' | 'scope'> & { actor: { userId: number } },
  id: number,
  { verdict, note, cause, block }: Decision,
) {
  const { db, scope, actor } = ctx;
  const { userId } = actor;
  const row = orNotFound(await queries.lock(db, scope, id));
  const { subject, deptId } = row;
  const place = placeOf(row);
  const allowed = verdictsFor(subject);
  if (!allowed.includes(verdict)) {
    const [name, ...names] = [verdict, ...allowed].map((each) => scanCases.word(`verdict.${each}`));
    throw new Problem('caseVerdictWrong', { field: 'verdict', verdict: name, allowed: names });
  }
  if (block && (subject !== 'code' || !place)) throw new Problem('caseNotOfCode', { field: 'block' });
  const decisionFields = { verdict, cause: verdict === 'falseAlarm' ? (cause ?? null) : null, note, judgeBy: userId };
  await queries.updateState(db, id, { state: 'judged', ...decisionFields }, userId);
  await queries.insertEvent(db, { caseId: id, action: 'judge', userId, note, verdict });
  if (verdict === 'genuine' || verdict === 'falseAlarm')
    await setQuiet(ctx, id, row, await settingService.number(db, 'suyuan.case.quietDays', 90));
  const shouldBlock = block ?? (verdict === 'counterfeit' && (await settingService.get(db, 'suyuan.case.autoBlock')) === 'true');
  if (!shouldBlock || subject !== 'code' || !place) return;
  const blacklistId = await blacklistService.blockCode(db, place, { reason: note.slice(0, 200), caseId: id, deptId, createBy: userId });
  if (blacklistId !== undefined) await queries.insertEvent(db, { caseId: id, action: 'block', userId });
}

type CaseRow = NonNullable<Awaited<ReturnType<typeof queries.lock>>>;

const placeOf = ({ batchId, level, ordinal }: CaseRow) =>
  batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : undefined;

/** Of the code that a case is about, or of all codes in its scans. */
async function setQuiet(ctx: Pick<Context, 'db' | 'installation'>, id: number, row: CaseRow, days: number) {
  const codes = row.subject === 'dealer' ? await listCodes(ctx, id) : [placeOf(row) ?? []].flat();
  await queries.setQuiet(ctx.db, codes, days);
}
