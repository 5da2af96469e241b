import { type ShipmentState, type ShipmentStep, shipmentLifeCycle, shipments } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './shipment.queries.ts';

const changeable: readonly ShipmentState[] = ['draft'];

/** Requires a state that `step` starts from. @throws notFound, shipmentStateWrong */
export async function lock(ctx: Context, id: number, step: ShipmentStep | 'edit') {
  const shipment = orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  const from: readonly ShipmentState[] = step === 'edit' ? changeable : shipmentLifeCycle[step].from;
  if (from.includes(shipment.state)) return shipment;
  const allowed = new Intl.ListFormat(ctx.language, { type: 'disjunction' }).format(from.map((state) => ctx.t(stateWord(state))));
  throw new Problem('shipmentStateWrong', { state: stateWord(shipment.state), step: shipments.word(`step.${step}`), allowed });
}

export const stateWord = (state: ShipmentState) => shipments.word(`state.${state}`);
