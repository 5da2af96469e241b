import { type InputOf, shipments } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as queries from './shipment.queries.ts';

type Ends = Pick<InputOf<typeof shipments>, 'kind' | 'fromId' | 'toId'>;
export type Dealer = Awaited<ReturnType<typeof queries.lockDealers>>[number];

/**
 * Out goes from our store, transfer to a dealer below, return to one above or to us. Locks the dealers until the transaction ends.
 * @throws shipmentEndMissing, shipmentEndsWrong, referenceNotFound, shipmentNotBelow; each with its field
 */
export async function endsOf(db: Db, scope: DataScope, { kind, fromId, toId }: Ends): Promise<{ from?: Dealer; to?: Dealer }> {
  const endProblem = (problem: 'shipmentEndMissing' | 'shipmentEndsWrong', field: 'fromId' | 'toId') =>
    new Problem(problem, { field, title: shipments.word(field), rule: shipments.word(`kind.${kind}.hint`) });
  if (kind !== 'out' && fromId == null) throw endProblem('shipmentEndMissing', 'fromId');
  if (kind !== 'return' && toId == null) throw endProblem('shipmentEndMissing', 'toId');
  if (kind === 'out' && fromId != null) throw endProblem('shipmentEndsWrong', 'fromId');
  const ids = [fromId, toId].filter((id) => id != null);
  const dealers = await queries.lockDealers(db, scope, ids);
  const findDealer = (id: number | null | undefined, field: 'fromId' | 'toId') => {
    const row = dealers.find(({ channelBusinessId }) => channelBusinessId === id);
    if (id != null && !row) throw new Problem('referenceNotFound', { field, title: shipments.word(field) });
    return row;
  };
  const [from, to] = [findDealer(fromId, 'fromId'), findDealer(toId, 'toId')];
  if (from && to) {
    const [above, below] = kind === 'return' ? [to, from] : [from, to];
    if (!below.ancestors.includes(above.channelBusinessId))
      throw new Problem('shipmentNotBelow', { field: 'toId', above: above.channelBusinessName, below: below.channelBusinessName });
  }
  return { ...(from && { from }), ...(to && { to }) };
}
