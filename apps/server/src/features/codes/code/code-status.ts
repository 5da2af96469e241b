import { type BatchState, type CodeStatus, codeStatuses } from '@suyuan/contract';

/** What a batch's state makes of all its codes, gravest first. */
const grave = ['void', 'recalled', 'frozen'] as const satisfies readonly (BatchState & CodeStatus)[];

/** What a code's state is: the gravest of what is around it, its batch or a container, and its own (product plan §3). */
export const gravest = (around: BatchState | CodeStatus, own: CodeStatus): CodeStatus =>
  grave.find((state) => state === around || state === own) ?? own;

/** Own statuses of the codes that show as `status` in a batch of that state. */
export const ownStatuses = (batch: BatchState, status: CodeStatus): CodeStatus[] =>
  codeStatuses.filter((own) => gravest(batch, own) === status);
