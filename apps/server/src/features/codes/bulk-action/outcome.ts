import { type BatchState, batchStates, type CodeStatus, codeStatuses, type LineOutcome, lineOutcomes } from '@suyuan/contract';

export interface Outcome {
  outcome: LineOutcome;
  stood: CodeStatus | BatchState | null;
}

/** Below 32 an outcome, from 32 a code status, from 64 a batch state. */
const STATUS = 32;
const STATE = 64;

/** Bytes are stored, so new outcomes must be appended to `lineOutcomes`. */
export const byteOf = (outcome: LineOutcome): number => lineOutcomes.indexOf(outcome);

export const statusByte = (status: CodeStatus): number => STATUS + codeStatuses.indexOf(status);

export const stateByte = (state: BatchState): number => STATE + batchStates.indexOf(state);

/** 0 means that the line is not processed yet. */
export function outcomeOf(byte: number): Outcome {
  if (byte >= STATE) return { outcome: 'batchState', stood: batchStates[byte - STATE] ?? null };
  if (byte >= STATUS) return { outcome: 'status', stood: codeStatuses[byte - STATUS] ?? null };
  return { outcome: lineOutcomes[byte] ?? 'waiting', stood: null };
}

/** Outcomes of lines without a rejectable code. */
const neutralOutcomes: readonly LineOutcome[] = ['waiting', 'blank', 'title'];

export function kindOf(byte: number): 'done' | 'already' | 'refused' | 'none' {
  const { outcome } = outcomeOf(byte);
  if (outcome === 'done' || outcome === 'already') return outcome;
  return neutralOutcomes.includes(outcome) ? 'none' : 'refused';
}
