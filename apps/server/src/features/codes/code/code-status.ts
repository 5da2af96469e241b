import { type BatchState, type CodeStatus, codeStatuses } from '@suyuan/contract';

/** Most severe first. */
const grave = ['void', 'recalled', 'frozen'] as const satisfies readonly (BatchState & CodeStatus)[];

/** The most severe status of the code, its container and its batch. */
export const gravest = (around: BatchState | CodeStatus, own: CodeStatus): CodeStatus =>
  grave.find((state) => state === around || state === own) ?? own;

/** Own statuses with the effective status `status` in such a batch. */
export const ownStatuses = (batch: BatchState, status: CodeStatus): CodeStatus[] =>
  codeStatuses.filter((own) => gravest(batch, own) === status);
