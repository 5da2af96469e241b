import type { DispatchKind, DispatchState } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import * as codeService from '../../manage/code/code.service.ts';
import * as queries from './dispatches.queries.ts';
import { insertEvents } from './sample.queries.ts';
import { momentOf } from './timeline.ts';

/** One document of the sample: which part of a batch, in hundredths, goes which way. */
interface Plan {
  kind: DispatchKind;
  state: DispatchState;
  part: [from: number, to: number];
  /** Whose goods, by the order of the top dealers; `below` passes them on to the first dealer below it. */
  dealer: number;
  below?: true;
  daysAgo: number;
}

/** Where the goods of a sample batch went: out to two dealers, on to one below, some of it back, the rest still to go. */
const plans: Plan[] = [
  { kind: 'out', state: 'received', part: [0, 40], dealer: 0, daysAgo: 24 },
  { kind: 'out', state: 'received', part: [40, 70], dealer: 1, daysAgo: 22 },
  { kind: 'transfer', state: 'received', part: [0, 15], dealer: 0, below: true, daysAgo: 16 },
  { kind: 'return', state: 'received', part: [66, 70], dealer: 1, daysAgo: 6 },
  { kind: 'out', state: 'shipped', part: [70, 80], dealer: 2, daysAgo: 1 },
  { kind: 'out', state: 'draft', part: [80, 85], dealer: 0, daysAgo: 0.1 },
];

/** Sends sample goods to the sample's dealers, as documents would have done; nothing where there are no dealers. */
export async function loadDispatches(db: Db, { createBy, deptId, now }: { createBy: number; deptId: number | null; now: number }) {
  const dealers = await queries.listDealers(db);
  const tops = dealers.filter(({ parentId }) => parentId === null);
  if (tops.length === 0) return;
  let number = 0;
  const events: Parameters<typeof insertEvents>[1] = [];
  for (const { batchId, quantity } of await queries.listShippable(db))
    for (const { kind, state, part, dealer, below, daysAgo } of plans) {
      const top = tops[dealer % tops.length]!.channelBusinessId;
      const under = below && dealers.find(({ parentId }) => parentId === top)?.channelBusinessId;
      if (below && under === undefined) continue;
      const from = Math.floor((quantity * part[0]) / 100);
      const run = { batchId, from, count: Math.floor((quantity * part[1]) / 100) - from };
      const ends = kind === 'out' ? { fromId: null, toId: top } : { fromId: top, toId: kind === 'return' ? null : (under ?? null) };
      const at = (days: number) => new Date(momentOf(now, days)).toISOString();
      const times = { shipTime: state === 'draft' ? null : at(daysAgo), receiveTime: state === 'received' ? at(daysAgo - 2) : null };
      const paper = { carrier: ['顺丰', '京东物流', '德邦'][number % 3]!, trackingNo: `SF10${String(7_400_000 + ++number * 317)}` };
      await queries.insert(db, { kind, state, ...ends, ...paper, ...times, createTime: at(daysAgo + 0.2), createBy, deptId }, run);
      if (state === 'draft') continue;
      const step = kind === 'return' ? 'return' : 'ship';
      await codeService.paintRuns(db, [{ level: 0, ...run }], step, { holder: ends.toId });
      const where = { level: 0, ordinalFrom: run.from, count: run.count };
      events.push({ batchId, action: step, userId: createBy, eventTime: at(daysAgo), reason: null, ...where });
    }
  if (events.length > 0) await insertEvents(db, events);
}
