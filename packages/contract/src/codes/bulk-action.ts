import { z } from 'zod';
import { createdBetween, Id, int, optionalId, optionalLines, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** `print` and `waste` are the feedback of a printing house. */
export const bulkActionKinds = ['print', 'waste', 'activate', 'ship', 'sell', 'takeBack', 'return', 'freeze', 'unfreeze', 'void'] as const;
export const BulkActionKind = z.enum(bulkActionKinds);
export type BulkActionKind = z.output<typeof BulkActionKind>;

/** Actions that require a reason. */
export const reasonedActs: readonly BulkActionKind[] = ['freeze', 'void'];

export const bulkActionStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export const BulkActionState = z.enum(bulkActionStates);
export type BulkActionState = z.output<typeof BulkActionState>;

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

export const BulkAction = z.object({
  codeListId: Id,
  act: BulkActionKind,
  fileName: z.string(),
  state: BulkActionState,
  /** Recipient or sender of the codes. */
  dealerId: z.int().nullable(),
  dealerName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null until counted. */
  total: z.int().nullable(),
  done: z.int(),
  doneCount: z.int(),
  /** Codes already in the target status. */
  alreadyCount: z.int(),
  refusedCount: z.int(),
  createBy: z.string(),
  createTime: Time,
  finishTime: Time.nullable(),
});
export type BulkAction = z.output<typeof BulkAction>;

export const bulkActions = defineResource({
  domain: 'manage',
  name: 'codeList',
  key: 'codeListId',
  log: '清单操作',
  operations: ['list', 'read'],
  record: BulkAction,
  input: z.object({}),
  filters: z.object({ act: BulkActionKind, state: BulkActionState, fileName: text(100), ...createdBetween }).partial(),
  sortable: ['createTime'],
});

/** Query parameters of the upload. */
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

/** Equals the permission for the same action outside of lists. */
export const bulkActionPermission = (act: BulkActionKind): string => {
  if (act === 'activate') return 'manage:batch:activate';
  if (act === 'ship' || act === 'return') return 'manage:dispatch:ship';
  return `manage:code:${act}`;
};
