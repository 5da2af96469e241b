import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, int, optionalId, optionalLines } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

/** `print` and `waste` are the feedback of a printing house. */
export const bulkActionKinds = ['print', 'waste', 'activate', 'ship', 'sell', 'takeBack', 'return', 'freeze', 'unfreeze', 'void'] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

/** Actions that require a reason. */
export const reasonedActs: readonly BulkActionKind[] = ['freeze', 'void'];

export const MAX_LINES = 2_000_000;
export const CODE_LIST_BYTES = 209_715_200;

/** Only `status` and `batchState` have a detail. */
export const lineOutcomes = [
  'waiting',
  'done',
  'already',
  'blank',
  'title',
  'unreadable',
  'rounded',
  'status',
  'batchState',
  'contained',
  'goodsNotAuthorised',
  'dealerNotActive',
  'elsewhere',
] as const;
export const LineOutcome = z.enum(lineOutcomes);
export type LineOutcome = z.output<typeof LineOutcome>;

export const bulkActions = defineResource({
  domain: 'manage',
  name: 'codeList',
  key: 'codeListId',
  rest: 'bulk-actions',
  log: '批量操作',
  operations: ['list', 'read'],
  fields: {
    act: f.choice(bulkActionKinds).stored(),
    fileName: f.serverText().stored(),
    state: f.choice(['queued', 'running', 'done', 'cancelled', 'failed']).stored(),
    /** Recipient or sender of the codes. */
    dealerId: f.reference().stored().optional(),
    dealerName: f.serverText().optional(),
    reason: f.serverText().optional(),
    /** Null until counted. */
    total: f.serverNumber().optional(),
    done: f.serverNumber(),
    doneCount: f.serverNumber(),
    /** Codes already in the target status. */
    alreadyCount: f.serverNumber(),
    refusedCount: f.serverNumber(),
    createBy: audited.createBy,
    createTime: audited.createTime,
    finishTime: f.time().optional(),
  },
  filters: ['act', 'state', 'fileName', 'created'],
  sortable: ['createTime'],
  columns: ['fileName', 'act', 'state', 'total', 'doneCount', 'alreadyCount', 'refusedCount', 'dealerName', 'createBy', 'createTime'],
});

export const BulkAction = bulkActions.record;
export type BulkAction = RecordOf<typeof bulkActions>;

/** Query parameters of the upload. The body is the file. */
export const BulkActionTerms = z.object({ dealerId: optionalId, reason: optionalLines(200) });

export const BulkActionLineFilters = z.object({ outcome: z.enum(['done', 'refused', 'all']), from: int(1, MAX_LINES) }).partial();

/** The code is read from the file and never stored in the database. */
export const BulkActionLine = z.object({
  line: z.int(),
  code: z.string(),
  outcome: LineOutcome,
  /** Only for the outcomes `status` and `batchState`. */
  stood: z.string().nullable(),
});
export type BulkActionLine = z.output<typeof BulkActionLine>;

export const bulkActionLines = defineEndpoint(bulkActions, 'GET /:id/lines', {
  permission: 'read',
  filters: BulkActionLineFilters,
  /** `next`: first line of the next page. Null on the last page. */
  data: z.object({ rows: z.array(BulkActionLine), next: z.int().nullable() }),
});
/** All lines, as CSV. */
export const bulkActionReport = defineEndpoint(bulkActions, 'GET /:id/report', { permission: 'read', file: ['text/csv'] });

/** Equals the permission for the same action outside of lists. */
export const bulkActionPermission = (act: BulkActionKind): string => {
  if (act === 'activate') return 'manage:batch:activate';
  if (act === 'ship' || act === 'return') return 'manage:dispatch:ship';
  return `manage:code:${act}`;
};

export const startBulkAction = (act: BulkActionKind) =>
  defineEndpoint(bulkActions, `POST /${act}`, {
    access: { permission: bulkActionPermission(act) },
    filters: BulkActionTerms,
    data: z.object({ codeListId: Id, taskId: Id }),
    log: 'import',
  });
