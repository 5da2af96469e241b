import { type BatchState, batchStates, type CodeStatus, codeStatuses, type LineOutcome, lineOutcomes } from '@suyuan/contract';

/** What became of a line, and the status or state that stopped it. */
export interface Outcome {
  outcome: LineOutcome;
  stood: CodeStatus | BatchState | null;
}

/** One byte an outcome: below 32 it stands alone, from there on it names a code's status, and from 64 on a batch's state. */
const STATUS = 32;
const STATE = 64;

/** The byte of an outcome that stands alone. New outcomes join at the end of their list: bytes are kept. */
export const byteOf = (outcome: LineOutcome): number => lineOutcomes.indexOf(outcome);

/** The byte of a code's status, which kept the act from it. */
export const statusByte = (status: CodeStatus): number => STATUS + codeStatuses.indexOf(status);

/** The byte of a batch's state, which kept the act from it. */
export const stateByte = (state: BatchState): number => STATE + batchStates.indexOf(state);

/** What a kept byte says; a byte that nobody wrote means that the line is still waiting. */
export function outcomeOf(byte: number): Outcome {
  if (byte >= STATE) return { outcome: 'batchState', stood: batchStates[byte - STATE] ?? null };
  if (byte >= STATUS) return { outcome: 'status', stood: codeStatuses[byte - STATUS] ?? null };
  return { outcome: lineOutcomes[byte] ?? 'waiting', stood: null };
}

/** Outcomes of lines that hold no code that could be refused. */
const empty: readonly LineOutcome[] = ['waiting', 'blank', 'title'];

/** How a line counts in the figures of its list. */
export function kindOf(byte: number): 'done' | 'already' | 'refused' | 'none' {
  const { outcome } = outcomeOf(byte);
  if (outcome === 'done' || outcome === 'already') return outcome;
  return empty.includes(outcome) ? 'none' : 'refused';
}
