import { type DispatchState, type DispatchStep, dispatches, dispatchLifeCycle } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import * as queries from './dispatch.queries.ts';

/** States that a document may be changed in. */
const changeable: readonly DispatchState[] = ['draft'];

/** The document, locked, once its state is one that `step` leads from. @throws notFound, dispatchStateWrong */
export async function lock(ctx: Context, id: number, step: DispatchStep | 'edit') {
  const dispatch = found(await queries.lock(ctx.db, ctx.scope, id));
  const from: readonly DispatchState[] = step === 'edit' ? changeable : dispatchLifeCycle[step].from;
  if (from.includes(dispatch.state)) return dispatch;
  const allowed = new Intl.ListFormat(ctx.language, { type: 'disjunction' }).format(from.map((state) => ctx.t(stateWord(state))));
  throw new Problem('dispatchStateWrong', { state: stateWord(dispatch.state), step: dispatches.word(`step.${step}`), allowed });
}

/** Key of a state's word. */
export const stateWord = (state: DispatchState) => dispatches.word(`state.${state}`);
