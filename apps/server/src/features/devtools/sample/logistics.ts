import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as queries from './records.queries.ts';
import { insertEvents } from './sample.queries.ts';
import type { SampleData } from './sample-data.ts';
import type { IssuedPlan } from './scans.ts';
import { DAY, momentOf } from './timeline.ts';

/** Users who request and release print orders. */
interface Desk {
  clerk: number;
  approver: number;
}

/** Print orders of the first sample batches at two printing houses: one pending, one downloaded, one refused. */
export async function loadPrintOrders(db: Db, { texts }: SampleData, batches: readonly IssuedPlan[], staff: Desk, now: number) {
  const endingActions = ['recall', 'void', 'freeze'];
  const has = ({ plan }: IssuedPlan, actions: readonly string[]) => plan.steps.some(({ action }) => actions.includes(action));
  const [first, second, third] = batches.filter(
    (batch) => batch.plan.quantity >= 1000 && has(batch, ['issued']) && !has(batch, endingActions),
  );
  if (!first || !second || !third) return;
  const day = (ago: number) => new Date(now - ago * DAY).toISOString();
  const lines = { format: 'csv', columns: ['ordinal', 'code', 'payload'], header: true };
  const label = { symbology: 'qr', correction: 'M', sizeMm: 20, caption: true, across: 5, down: 8 };
  const file = {
    name: `sample_1-${first.plan.quantity}.csv`,
    from: 1,
    to: first.plan.quantity,
    count: first.plan.quantity,
    bytes: first.plan.quantity * 52,
    sha256: createHash('sha256').update('sample').digest('hex'),
  };
  const orderOf = (batch: IssuedPlan, ago: number) => ({
    batchId: batch.batchId,
    createBy: staff.clerk,
    createTime: day(ago),
    ordinalFrom: 0,
  });
  await queries.insertPrintOrder(db, {
    ...orderOf(first, 40),
    recipient: texts.printingHouse,
    kind: 'lines',
    form: JSON.stringify(lines),
    count: first.plan.quantity,
    state: 'done',
    releaseBy: staff.approver,
    releaseTime: day(39.9),
    passwordTime: day(39.9),
    finishTime: day(39.5),
    bytes: Math.round(file.bytes * 0.6),
    files: JSON.stringify([file]),
    download: { beginTime: day(39.5), endTime: day(39.5), ip: '203.0.113.24', agent: 'curl/8.5.0', bytes: Math.round(file.bytes * 0.6) },
  });
  await queries.insertPrintOrder(db, {
    ...orderOf(second, 12),
    recipient: texts.secondPrintingHouse,
    kind: 'svg',
    form: JSON.stringify(label),
    count: 1000,
    state: 'refused',
    stateReason: texts.printOrderRefusal,
  });
  await queries.insertPrintOrder(db, {
    ...orderOf(third, 0.1),
    recipient: texts.printingHouse,
    kind: 'pdf',
    form: JSON.stringify(label),
    count: 400,
    state: 'pending',
  });
}

/** Distance, in cases, of the frozen case from the end of a batch, where nothing was shipped. */
const SET_ASIDE = 7;

/** Creates boxes, cases and pallets of sample batches, like issuing does. One case is frozen with its contents. */
export async function loadContainers(db: Db, { texts }: SampleData, userId: number) {
  let frozen = false;
  for (const { batchId, state, spaceId } of await queries.listIssued(db)) {
    const sizes = await batchService.fixPackaging(db, batchId);
    if (sizes.every((size) => size === 0)) continue;
    await batchService.addCodes(db, { batchId, spaceId, sizes, count: 0 });
    if (state === 'issued' || state === 'void') continue;
    await queries.activateContainers(db, batchId);
    const cases = await codeService.countCodes(db, batchId, 2);
    if (frozen || state !== 'active' || cases < SET_ASIDE) continue;
    const reason = texts.frozenCase;
    const result = await codeService.applyStep(db, [{ batchId, level: 2, from: cases - SET_ASIDE, count: 1 }], 'freeze', { reason });
    await batchService.recordRunEvents(db, { action: 'freeze', userId, reason }, result.runs);
    await batchService.recordRunEvents(db, { action: 'freeze', userId, reason, within: true }, result.content);
    frozen = true;
  }
}

/** Days from the first shipment of a batch to its last return. */
const SETTLED = 14;

/**
 * Ships activated batches to dealers that may sell them, before any recall or freeze, which blocks shipping. Does nothing without dealers.
 */
export async function loadShipments(
  db: Db,
  { carriers, shipments }: SampleData,
  batches: readonly IssuedPlan[],
  { createBy, deptId, now }: { createBy: number; deptId: number | null; now: number },
) {
  const dealers = await queries.listActiveDealers(db);
  const at = (daysAgo: number) => new Date(momentOf(now, daysAgo)).toISOString();
  const planned = [];
  for (const { plan: batch, batchId } of batches) {
    const activation = batch.steps.find(({ action }) => action === 'activate');
    if (!activation || activation.daysAgo < SETTLED) continue;
    const { categoryId, state: batchState } = await queries.findBatch(db, batchId);
    const quantity = await queries.countActivated(db, batchId);
    const sellers = dealers.filter(({ categoryIds }) => categoryIds.length === 0 || categoryIds.includes(categoryId));
    const tops = sellers.filter(({ parentId }) => parentId === null);
    if (tops.length === 0) continue;
    for (const { kind, state, part, dealer, below, days } of shipments) {
      if (state !== 'received' && batchState !== 'active') continue;
      const daysAgo = state === 'received' ? activation.daysAgo - days : days;
      const top = tops[dealer % tops.length]!;
      const under = below && sellers.find(({ parentId }) => parentId === top.channelBusinessId);
      if (below && under === undefined) continue;
      const first = Math.floor((quantity * part.from) / 100);
      const run = { batchId, from: first, count: Math.floor((quantity * part.to) / 100) - first };
      planned.push({ kind, state, run, daysAgo, from: kind === 'out' ? undefined : top, to: kind === 'out' ? top : under });
    }
  }
  const events: Parameters<typeof insertEvents>[1] = [];
  // numbers count up in the order of time
  planned.sort((one, other) => other.daysAgo - one.daysAgo);
  for (const [index, { kind, state, run, daysAgo, from, to }] of planned.entries()) {
    const ends = { fromId: from?.channelBusinessId ?? null, toId: to?.channelBusinessId ?? null };
    const times = { shipTime: state === 'draft' ? null : at(daysAgo), receiveTime: state === 'received' ? at(daysAgo - 2) : null };
    const { name: carrier, prefix } = carriers[index % carriers.length]!;
    const paper = { carrier, trackingNo: `${prefix}${String(1_074_000_000_000 + (index + 1) * 317_000_041)}` };
    const createTime = at(daysAgo + 0.2);
    const dispatchNo = await queries.insertShipment(db, { kind, state, ...ends, ...paper, ...times, createTime, createBy, deptId }, run);
    if (state === 'draft') continue;
    const step = kind === 'return' ? 'return' : 'ship';
    await codeService.applyStep(db, [{ level: 0, ...run }], step, { holder: ends.toId });
    const where = { level: 0, ordinalFrom: run.from, count: run.count };
    // as in the history of a real shipment
    const reason = `${dispatchNo} ${(to ?? from)?.channelBusinessName}`;
    events.push({ batchId: run.batchId, action: step, userId: createBy, eventTime: at(daysAgo), reason, ...where });
  }
  if (events.length > 0) await insertEvents(db, events);
}
