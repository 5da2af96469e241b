import type { ShipmentKind, ShipmentState } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import * as codeService from '../../codes/code/code.service.ts';
import { insertEvents } from './sample.queries.ts';
import * as queries from './shipments.queries.ts';
import type { IssuedPlan } from './shoppers.ts';
import { momentOf } from './timeline.ts';

/** One sample shipment: a range of the activated units in percent, and its route. */
interface Plan {
  kind: ShipmentKind;
  state: ShipmentState;
  part: [from: number, to: number];
  /** Index of the top-level dealer; `below` transfers to its first child. */
  dealer: number;
  below?: true;
  /** Days after activation; for shipments in transit or pending, days before now. */
  days: number;
}

/** Shipments of a sample batch: to two dealers, a transfer, a return, the rest pending. */
const plans: Plan[] = [
  { kind: 'out', state: 'received', part: [0, 40], dealer: 0, days: 0.5 },
  { kind: 'out', state: 'received', part: [40, 70], dealer: 1, days: 2 },
  { kind: 'transfer', state: 'received', part: [0, 15], dealer: 0, below: true, days: 8 },
  { kind: 'return', state: 'received', part: [66, 70], dealer: 1, days: 12 },
  { kind: 'out', state: 'shipped', part: [70, 80], dealer: 2, days: 1 },
  { kind: 'out', state: 'draft', part: [80, 85], dealer: 0, days: 0.1 },
];

/** Days from the first shipment of a batch to its last return. */
const SETTLED = 14;

/**
 * Ships activated batches to dealers that may sell them, before any recall or freeze, which blocks shipping. Does nothing without dealers.
 */
export async function loadShipments(
  db: Db,
  batches: readonly IssuedPlan[],
  { createBy, deptId, now }: { createBy: number; deptId: number | null; now: number },
) {
  const dealers = await queries.listDealers(db);
  let number = 0;
  const events: Parameters<typeof insertEvents>[1] = [];
  for (const { plan: batch, batchId } of batches) {
    const activation = batch.steps.find(({ action }) => action === 'activate');
    if (!activation || activation.daysAgo < SETTLED) continue;
    const { categoryId, state } = await queries.findBatch(db, batchId);
    const quantity = await queries.countActivated(db, batchId);
    const sellers = dealers.filter(({ categoryIds }) => categoryIds.length === 0 || categoryIds.includes(categoryId));
    const tops = sellers.filter(({ parentId }) => parentId === null);
    if (tops.length === 0) continue;
    for (const { kind, state: reached, part, dealer, below, days } of plans) {
      if (reached !== 'received' && state !== 'active') continue;
      const daysAgo = reached === 'received' ? activation.daysAgo - days : days;
      const top = tops[dealer % tops.length]!.channelBusinessId;
      const under = below && sellers.find(({ parentId }) => parentId === top)?.channelBusinessId;
      if (below && under === undefined) continue;
      const from = Math.floor((quantity * part[0]) / 100);
      const run = { batchId, from, count: Math.floor((quantity * part[1]) / 100) - from };
      const ends = kind === 'out' ? { fromId: null, toId: top } : { fromId: top, toId: kind === 'return' ? null : (under ?? null) };
      const at = (days: number) => new Date(momentOf(now, days)).toISOString();
      const times = { shipTime: reached === 'draft' ? null : at(daysAgo), receiveTime: reached === 'received' ? at(daysAgo - 2) : null };
      const paper = { carrier: ['顺丰', '京东物流', '德邦'][number % 3]!, trackingNo: `SF10${String(7_400_000 + ++number * 317)}` };
      await queries.insert(db, { kind, state: reached, ...ends, ...paper, ...times, createTime: at(daysAgo + 0.2), createBy, deptId }, run);
      if (reached === 'draft') continue;
      const step = kind === 'return' ? 'return' : 'ship';
      await codeService.paintRuns(db, [{ level: 0, ...run }], step, { holder: ends.toId });
      const where = { level: 0, ordinalFrom: run.from, count: run.count };
      events.push({ batchId, action: step, userId: createBy, eventTime: at(daysAgo), reason: null, ...where });
    }
  }
  if (events.length > 0) await insertEvents(db, events);
}
