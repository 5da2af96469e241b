import {
  batches,
  batchLifeCycle,
  dealerLifeCycle,
  dealers,
  MAX_OPEN_WORK,
  type OpenWork,
  type OpenWorkItem,
  type OpenWorkKind,
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
import * as queries from './open-work.queries.ts';

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

const sources: Record<Exclude<OpenWorkKind, queries.AuthorKind>, Source> = {
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
  dealerApproval: {
    permission: dealerLifeCycle.steps.approve.permission,
    listPermission: dealers.permission('list'),
    list: dealerService.listToApprove,
  },
  traceVerification: {
    permission: traceLifeCycle.steps.verify.permission,
    listPermission: traceRecords.permission('list'),
    list: traceRecordService.listToVerify,
  },
  scanCase: {
    permission: decision.permission,
    listPermission: scanCases.permission('list'),
    list: scanCaseService.listToTake,
  },
  printRelease: {
    permission: printOrderLifeCycle.steps.release.permission,
    listPermission: printOrders.permission('list'),
    list: printOrderService.listToRelease,
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

type Rights = Pick<Source, 'permission' | 'listPermission'>;

const authorRights: Record<queries.AuthorKind, Rights> = {
  batchReturned: { permission: batchLifeCycle.steps.submit.permission, listPermission: batches.permission('list') },
  supplierReturned: { permission: supplierLifeCycle.steps.submit.permission, listPermission: suppliers.permission('list') },
  dealerReturned: { permission: dealerLifeCycle.steps.submit.permission, listPermission: dealers.permission('list') },
  traceReturned: { permission: traceLifeCycle.steps.submit.permission, listPermission: traceRecords.permission('list') },
  ownCase: { permission: decision.permission, listPermission: scanCases.permission('list') },
  printReady: { permission: printOrderLifeCycle.steps.link.permission, listPermission: printOrders.permission('list') },
};

/** Work for the author is one statement, any other kind has its own. All stop at the limit. */
export async function read(ctx: Context): Promise<OpenWork> {
  const { actor, db } = ctx;
  const isAllowed = ({ permission, listPermission }: Rights) =>
    [permission, listPermission].every((wanted) => hasPermission(actor, wanted));
  const otherSources = Object.entries(sources).flatMap(([kind, source]) => (isAllowed(source) ? [{ kind, ...source }] : []));
  const authorKinds = queries.authorKinds.filter((kind) => isAllowed(authorRights[kind]));
  const authorScopes = new Map(authorKinds.map((kind) => [kind, scopeOf(actor, authorRights[kind].permission)]));
  const [authorRows, ...otherLists] = await Promise.all([
    queries.listForAuthor(db, authorScopes, actor.userId, MAX_OPEN_WORK),
    ...otherSources.map(async ({ kind, permission, list }) => ({
      kind: kind as OpenWorkKind,
      rows: await list({ ...ctx, scope: scopeOf(actor, permission) }, MAX_OPEN_WORK),
    })),
  ]);
  const authorLists = authorKinds.map((kind) => ({ kind, rows: authorRows.filter((row) => row.kind === kind) as Row[] }));
  const lists = [...otherLists, ...authorLists];
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
