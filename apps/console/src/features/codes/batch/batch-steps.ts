import {
  activateBatch,
  approveBatch,
  type BatchState,
  type BatchStep,
  batches,
  batchLifeCycle,
  cancelBatch,
  closeBatch,
  freezeBatch,
  issueBatch,
  type RecordOf,
  recallBatch,
  rejectBatch,
  submitBatch,
  unfreezeBatch,
  voidBatch,
} from '@suyuan/contract';

export type Batch = RecordOf<typeof batches>;

export type BatchMove = BatchStep | 'exportCodes';

export const stepActions = {
  submit: submitBatch,
  approve: approveBatch,
  reject: rejectBatch,
  cancel: cancelBatch,
  issue: issueBatch,
  activate: activateBatch,
  freeze: freezeBatch,
  unfreeze: unfreezeBatch,
  close: closeBatch,
  recall: recallBatch,
  void: voidBatch,
} as const satisfies Record<BatchStep, unknown>;

const exportable: readonly BatchState[] = ['issued', 'active', 'closed'];

const moveOrder = [
  'submit',
  'approve',
  'reject',
  'issue',
  'exportCodes',
  'activate',
  'close',
  'unfreeze',
  'freeze',
  'cancel',
  'recall',
  'void',
] as const;

type PermissionCheck = (permission: string) => boolean;

/** Codes of a batch that are not yet activated. */
export const inactiveCount = ({ statusCounts }: Batch) => (statusCounts.issued ?? 0) + (statusCounts.printed ?? 0);

export function isMoveAllowed(batch: Batch, move: BatchMove): boolean {
  if (batch.codeKind === 'stored' && (move === 'exportCodes' || move === 'issue')) return false;
  if (move === 'exportCodes') return exportable.includes(batch.state);
  const from: readonly BatchState[] = batchLifeCycle[move].from;
  if (!from.includes(batch.state)) return false;
  if (move === 'activate') return inactiveCount(batch) > 0;
  return move !== 'close' || inactiveCount(batch) + (batch.statusCounts.frozen ?? 0) === 0;
}

/** In life cycle order. */
export const availableMoves = (batch: Batch, isAllowed: PermissionCheck): BatchMove[] =>
  moveOrder.filter((move) => isMoveAllowed(batch, move) && isAllowed(batches.permission(move)));

/** Steps that lead on, most important first. A step that stops a batch is never the next one. */
const nextMoves: Partial<Record<BatchState, readonly BatchMove[]>> = {
  draft: ['submit'],
  pending: ['approve'],
  approved: ['issue'],
  issued: ['exportCodes', 'activate'],
  active: ['activate', 'close'],
  frozen: ['unfreeze'],
};

/**
 * The next step for this user.
 * @param exported whether the codes were exported already
 */
export function nextMove(batch: Batch, isAllowed: PermissionCheck, exported = false): BatchMove | undefined {
  const moves = availableMoves(batch, isAllowed);
  const candidates = (nextMoves[batch.state] ?? []).filter((move) => !(exported && move === 'exportCodes'));
  return candidates.find((move) => moves.includes(move));
}
