import { type BatchState, type CodeStatus, codeStatuses } from '@suyuan/contract';

/** Batch states that override the statuses of all codes, most severe first. */
const grave = ['void', 'recalled', 'frozen'] as const satisfies readonly (BatchState & CodeStatus)[];

/** The status of a code: the most severe of its own, its container's and its batch's. */
export const gravest = (around: BatchState | CodeStatus, own: CodeStatus): CodeStatus =>
  grave.find((state) => state === around || state === own) ?? own;

/** Own statuses of the codes whose effective status is `status` in a batch of that state. */
export const ownStatuses = (batch: BatchState, status: CodeStatus): CodeStatus[] =>
  codeStatuses.filter((own) => gravest(batch, own) === status);
