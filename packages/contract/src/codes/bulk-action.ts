import { z } from 'zod';
import { createdBetween, Id, int, optionalId, optionalLines, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What may be done to every code of a list. `print` and `waste` are what a printing house tells back. */
export const bulkActionKinds = ['print', 'waste', 'activate', 'ship', 'sell', 'takeBack', 'return', 'freeze', 'unfreeze', 'void'] as const;
export const BulkActionKind = z.enum(bulkActionKinds);
export type BulkActionKind = z.output<typeof BulkActionKind>;

/** Acts that say why; the rest may. */
export const reasonedActs: readonly BulkActionKind[] = ['freeze', 'void'];

export const bulkActionStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export const BulkActionState = z.enum(bulkActionStates);
export type BulkActionState = z.output<typeof BulkActionState>;

/** Lines of one list, and bytes of its file. */
export const MOST_LINES = 2_000_000;
export const CODE_LIST_BYTES = 209_715_200;

/** What became of one line. `status` and `batchState` say which; the rest stand alone. */
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

/** A list of codes that something is done to: a file, or what was pasted. */
export const BulkAction = z.object({
  codeListId: Id,
  act: BulkActionKind,
  fileName: z.string(),
  state: BulkActionState,
  /** Whom the codes go to or come from. */
  dealerId: z.int().nullable(),
  dealerName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Lines of the file; null until they are counted. */
  total: z.int().nullable(),
  done: z.int(),
  doneCount: z.int(),
  /** Codes that stood where the act leads already. */
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

/** What goes along with the file, in the address. */
export const BulkActionTerms = z.object({ dealerId: optionalId, reason: optionalLines(200) });

/** Which lines of a report are looked at. */
export const BulkActionLineFilters = z.object({ outcome: z.enum(['done', 'refused', 'all']), from: int(1, MOST_LINES) }).partial();

/** One line of a list and what became of it. The code stands in the file alone: nothing of it is in the database. */
export const BulkActionLine = z.object({
  line: z.int(),
  code: z.string(),
  outcome: LineOutcome,
  /** The status or state that stopped it. */
  stood: z.string().nullable(),
});
export type BulkActionLine = z.output<typeof BulkActionLine>;

/** Who may do an act to a list: the right that the act needs elsewhere. */
export const bulkActionPermission = (act: BulkActionKind): string => {
  if (act === 'activate') return 'manage:batch:activate';
  if (act === 'ship' || act === 'return') return 'manage:dispatch:ship';
  return `manage:code:${act}`;
};
