import { type BatchState, batchLifeCycle, type CodeStatus } from '@suyuan/contract';
import { SHANGHAI_OFFSET } from '../../../platform/shanghai-time.ts';
import type { BatchPlan, PlanStep } from './sample-data.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const GOLDEN_RATIO = 1.618_033_988_749_895;

/**
 * Time of a step: within working hours in Asia/Shanghai (8:30 to 17:30), in order, and not later than `now`. Each day begins up to an
 * hour later. Multiples of the golden ratio keep these delays apart, so that whole days do not repeat the minute.
 */
export function momentOf(now: number, daysAgo: number): number {
  const local = now - daysAgo * DAY + SHANGHAI_OFFSET;
  const day = Math.floor(local / DAY);
  const delay = ((day * GOLDEN_RATIO) % 1) * HOUR;
  const worked = day * DAY + 8.5 * HOUR + delay + (local - day * DAY) * (8 / 24);
  return Math.min(Math.round(worked) - SHANGHAI_OFFSET, now);
}

/** A run of codes with one status, as in `code_segment`. */
export interface Segment {
  ordinalFrom: number;
  count: number;
  status: CodeStatus;
  statusBefore: CodeStatus | null;
  reason: string | null;
}

export interface BatchSnapshot {
  state: BatchState;
  stateBefore: BatchState | null;
  stateReason: string | null;
  segments: Segment[];
  /** One, plus one per change of state. */
  version: number;
}

/** Applies `steps` in order like the batch's actions: on a run they change codes, otherwise the batch. */
export function stateAfter({ quantity }: Pick<BatchPlan, 'quantity'>, steps: readonly PlanStep[]): BatchSnapshot {
  const snapshot: BatchSnapshot = { state: 'draft', stateBefore: null, stateReason: null, segments: [], version: 1 };
  for (const step of steps) {
    if (step.action === 'add') continue;
    const { segments, state } = snapshot;
    if (step.action === 'issued') {
      snapshot.state = 'issued';
      snapshot.segments = [{ ordinalFrom: 0, count: quantity, status: 'issued', statusBefore: null, reason: null }];
    } else if (step.action === 'activate') {
      snapshot.state = 'active';
      snapshot.segments = changeRun(segments, step.run ?? { from: 0, count: quantity }, () => ({ status: 'activated' }));
    } else if (step.run) {
      const { action, reason = null, run } = step;
      snapshot.segments = changeRun(segments, run, ({ status }) =>
        action === 'void' ? { status: 'void', reason } : { status: 'frozen', statusBefore: status, reason },
      );
    } else {
      const { stateBefore } = snapshot;
      snapshot.stateBefore = step.action === 'freeze' ? snapshot.state : null;
      const { to } = batchLifeCycle.steps[step.action];
      snapshot.state = typeof to === 'string' ? to : (stateBefore ?? snapshot.state);
      snapshot.stateReason = step.reason ?? null;
    }
    if (snapshot.state !== state) snapshot.version++;
  }
  return snapshot;
}

/** Status of a code; undefined before issue. */
export const statusOf = (segments: readonly Segment[], ordinal: number): CodeStatus | undefined =>
  segments.find(({ ordinalFrom, count }) => ordinal >= ordinalFrom && ordinal < ordinalFrom + count)?.status;

/** Applies `change` to a run of ordinals. Splits segments at its ends and merges equal neighbors. */
function changeRun(segments: Segment[], run: { from: number; count: number }, change: (before: Segment) => Partial<Segment>): Segment[] {
  const to = run.from + run.count;
  const parts = segments.flatMap((segment) => {
    const [start, end] = [segment.ordinalFrom, segment.ordinalFrom + segment.count];
    const [from, until] = [Math.min(Math.max(start, run.from), end), Math.max(Math.min(end, to), start)];
    if (from >= until) return [segment];
    return [
      { ...segment, ordinalFrom: start, count: from - start },
      { ...segment, ...change(segment), ordinalFrom: from, count: until - from },
      { ...segment, ordinalFrom: until, count: end - until },
    ].filter(({ count }) => count > 0);
  });
  return parts.reduce<Segment[]>((joined, part) => {
    const last = joined.at(-1);
    if (last && last.status === part.status && last.statusBefore === part.statusBefore && last.reason === part.reason)
      last.count += part.count;
    else joined.push({ ...part });
    return joined;
  }, []);
}
