import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/database.types.ts';
import * as queries from './print-orders.queries.ts';

interface Placed {
  batchId: number;
  plan: { quantity: number; steps: readonly { action: string }[] };
}

/** Print orders of the first sample batches at two printing houses: one pending, one downloaded, one refused. */
export async function loadPrintOrders(db: Db, batches: readonly Placed[], staff: { planner: number; approver: number }, now: number) {
  const gone = ['recall', 'void', 'freeze'];
  const has = ({ plan }: Placed, actions: readonly string[]) => plan.steps.some(({ action }) => actions.includes(action));
  const [first, second, third] = batches.filter((batch) => batch.plan.quantity >= 1000 && has(batch, ['issued']) && !has(batch, gone));
  if (!first || !second || !third) return;
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString();
  const lines = { format: 'csv', columns: ['ordinal', 'code', 'payload'], header: true };
  const label = { symbology: 'qr', correction: 'M', sizeMm: 20, caption: true, across: 5, down: 8 };
  const fetched = {
    name: `sample_1-${first.plan.quantity}.csv`,
    from: 1,
    to: first.plan.quantity,
    count: first.plan.quantity,
    bytes: first.plan.quantity * 52,
    sha256: createHash('sha256').update('sample').digest('hex'),
  };
  const asked = (batch: Placed, ago: number) => ({ batchId: batch.batchId, createBy: staff.planner, createTime: day(ago), ordinalFrom: 0 });
  await queries.insertPrintOrder(db, {
    ...asked(first, 40),
    recipient: '滇彩印务有限公司',
    kind: 'lines',
    form: JSON.stringify(lines),
    count: first.plan.quantity,
    state: 'done',
    releaseBy: staff.approver,
    releaseTime: day(39.9),
    passwordTime: day(39.9),
    finishTime: day(39.5),
    bytes: Math.round(fetched.bytes * 0.6),
    files: JSON.stringify([fetched]),
    download: { beginTime: day(39.5), endTime: day(39.5), ip: '203.0.113.24', agent: 'curl/8.5.0', bytes: Math.round(fetched.bytes * 0.6) },
  });
  await queries.insertPrintOrder(db, {
    ...asked(second, 12),
    recipient: '南亭标签',
    kind: 'svg',
    form: JSON.stringify(label),
    count: 1000,
    state: 'refused',
    stateReason: '要先与印刷厂核对纸张，再移交',
  });
  await queries.insertPrintOrder(db, {
    ...asked(third, 0.1),
    recipient: '滇彩印务有限公司',
    kind: 'pdf',
    form: JSON.stringify(label),
    count: 400,
    state: 'pending',
  });
}
