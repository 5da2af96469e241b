import {
  batches,
  batchLifeCycle,
  dealerLifeCycle,
  dealers,
  MAX_OPEN_WORK,
  type OpenWork,
  type OpenWorkItem,
  type OpenWorkKind,
  openWorkKinds,
  printOrderLifeCycle,
  printOrders,
  scanCases,
  shipmentLifeCycle,
  shipments,
  supplierLifeCycle,
  supplierPapers,
  suppliers,
  traceLifeCycle,
  traceRecords,
} from '@suyuan/contract';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as supplementService from '../../codes/batch/batch-supplement.service.ts';
import * as printOrderService from '../../codes/print-order/print-order.service.ts';
import * as shipmentService from '../../logistics/shipment/shipment.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import * as supplierService from '../../partners/supplier/supplier.service.ts';
import { decision } from '../../scans/scan-case/case-life-cycle.service.ts';
import * as scanCaseService from '../../scans/scan-case/scan-case.service.ts';
import * as traceRecordService from '../../traces/trace-record/trace-record.service.ts';
import * as expiryService from '../expiry/expiry.service.ts';

const MAX_ITEMS = 20;

type Row = Pick<OpenWorkItem, 'id' | 'name' | 'detail' | 'since'> & Partial<OpenWorkItem>;

interface Source {
  /** Right of the step, which also decides the scope. */
  permission: string;
  /** Right to see what the row names. */
  listPermission: string;
  /** The longest wait or nearest due day first, at most `limit`. */
  list(ctx: Context, limit: number): Promise<Row[]>;
}

const sources: Record<OpenWorkKind, Source> = {
  batchApproval: {
    permission: batchLifeCycle.steps.approve.permission,
    listPermission: batches.permission('list'),
    list: batchService.listToApprove,
  },
  batchIssue: {
    permission: batchLifeCycle.steps.issue.permission,
    listPermission: batches.permission('list'),
    list: batchService.listToIssue,
  },
  batchReturned: {
    permission: batchLifeCycle.steps.submit.permission,
    listPermission: batches.permission('list'),
    list: batchService.listReturned,
  },
  supplementApproval: {
    permission: batches.permission('approveSupplement'),
    listPermission: batches.permission('list'),
    list: supplementService.listToApprove,
  },
  supplierApproval: {
    permission: supplierLifeCycle.steps.approve.permission,
    listPermission: suppliers.permission('list'),
    list: supplierService.listToApprove,
  },
  supplierReturned: {
    permission: supplierLifeCycle.steps.submit.permission,
    listPermission: suppliers.permission('list'),
    list: supplierService.listReturned,
  },
  dealerApproval: {
    permission: dealerLifeCycle.steps.approve.permission,
    listPermission: dealers.permission('list'),
    list: dealerService.listToApprove,
  },
  dealerReturned: {
    permission: dealerLifeCycle.steps.submit.permission,
    listPermission: dealers.permission('list'),
    list: dealerService.listReturned,
  },
  traceVerification: {
    permission: traceLifeCycle.steps.verify.permission,
    listPermission: traceRecords.permission('list'),
    list: traceRecordService.listToVerify,
  },
  traceReturned: {
    permission: traceLifeCycle.steps.submit.permission,
    listPermission: traceRecords.permission('list'),
    list: traceRecordService.listReturned,
  },
  scanCase: {
    permission: decision.permission,
    listPermission: scanCases.permission('list'),
    list: scanCaseService.listToDecide,
  },
  printRelease: {
    permission: printOrderLifeCycle.steps.release.permission,
    listPermission: printOrders.permission('list'),
    list: printOrderService.listToRelease,
  },
  printReady: {
    permission: printOrderLifeCycle.steps.link.permission,
    listPermission: printOrders.permission('list'),
    list: printOrderService.listReady,
  },
  shipmentReceipt: {
    permission: shipmentLifeCycle.steps.receive.permission,
    listPermission: shipments.permission('list'),
    list: shipmentService.listToReceive,
  },
  supplierPaper: {
    permission: supplierPapers.permission('edit'),
    listPermission: supplierPapers.permission('list'),
    list: (ctx, limit) => expiryService.listOpenWork(ctx, ['certificate', 'contract'], limit),
  },
  dealerContract: {
    permission: dealers.permission('edit'),
    listPermission: dealers.permission('list'),
    list: (ctx, limit) => expiryService.listOpenWork(ctx, ['dealerContract'], limit),
  },
};

/** Each kind in its own statement, which stops at the limit. */
export async function read(ctx: Context): Promise<OpenWork> {
  const kinds = openWorkKinds.filter((kind) =>
    [sources[kind].permission, sources[kind].listPermission].every((permission) => hasPermission(ctx.actor, permission)),
  );
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const { permission, list } = sources[kind];
      return { kind, rows: await list({ ...ctx, scope: scopeOf(ctx.actor, permission) }, MAX_OPEN_WORK) };
    }),
  );
  const ranked = lists.flatMap(({ kind, rows }) =>
    rows.map((row, rank) => ({ rank, item: { dueDay: null, ...row, kind } satisfies OpenWorkItem })),
  );
  const urgency = ({ dueDay, since }: OpenWorkItem) => dueDay ?? since;
  const byUrgency = (one: OpenWorkItem, other: OpenWorkItem) => urgency(one).localeCompare(urgency(other));
  return {
    // the first of each kind, then the second: a long list hides no other kind
    items: ranked
      .sort((one, other) => one.rank - other.rank || byUrgency(one.item, other.item))
      .slice(0, MAX_ITEMS)
      .map(({ item }) => item)
      .sort(byUrgency),
    counts: Object.fromEntries(lists.map(({ kind, rows }) => [kind, rows.length])),
  };
}
