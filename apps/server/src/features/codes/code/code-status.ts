import { type BatchState, type CodeStatus, codeStatuses } from '@suyuan/contract';

/** Most severe first. */
const severeStatuses = ['void', 'recalled', 'frozen'] as const satisfies readonly (BatchState & CodeStatus)[];

/** The most severe status of the code, its container and its batch. */
export const mostSevere = (outer: BatchState | CodeStatus, own: CodeStatus): CodeStatus =>
  severeStatuses.find((state) => state === outer || state === own) ?? own;

/** Own statuses with the effective status `status` in such a batch. */
export const ownStatuses = (batch: BatchState, status: CodeStatus): CodeStatus[] =>
  codeStatuses.filter((own) => mostSevere(batch, own) === status);
