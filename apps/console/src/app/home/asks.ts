import type { BatchState } from '@suyuan/contract';

/** The path of batches, told here so that home needs no schema of theirs. */
export const BATCHES = '/manage/batch';
export const TASKS_ASK = '/account/task/list?pageNum=1&pageSize=20';

export const FIGURES = '/manage/figure';

/** The figures of the last days. */
export const figuresAsk = (days: number) => `${FIGURES}/home?days=${days}`;

/** States whose batches home counts. */
export const COUNTED: BatchState[] = ['pending', 'approved', 'issued', 'active', 'frozen'];

/** Batches that home lists at most. */
export const LISTED = 6;

/** The newest batches, of one state or of all. */
export const batchesAsk = (state: BatchState | undefined, count: number) =>
  `${BATCHES}/list?pageNum=1&pageSize=${count}${state ? `&state=${state}` : ''}`;

/** How many batches stand in which state. */
export const COUNTS_ASK = `${BATCHES}/counts`;

/** Everything that home will ask for, as far as the rights reach: what it shows first comes first, browsers ask six things at a time. */
export function homeAsks(permissions: readonly string[]): string[] {
  const may = (permission: string) => permissions.includes('*:*:*') || permissions.includes(permission);
  const figures = may('manage:figure:list') ? [figuresAsk(30)] : [];
  if (!may('manage:batch:list')) return [TASKS_ASK, ...figures];
  const waiting = may('manage:batch:approve') ? [batchesAsk('pending', LISTED)] : [];
  return [batchesAsk(undefined, LISTED), COUNTS_ASK, ...waiting, TASKS_ASK, ...figures];
}
