import type { BatchState, Extension, UserInfo } from '@suyuan/contract';

/** Path of batches, duplicated here so that home does not load their schema. */
export const BATCHES = '/manage/batch';
export const TASKS_ASK = '/account/task/list?pageNum=1&pageSize=20';

export const FIGURES = '/manage/figure';

export const figuresQuery = (days: number) => `${FIGURES}/home?days=${days}`;

export const COUNTED: BatchState[] = ['pending', 'approved', 'issued', 'active', 'frozen'];

/** Maximum number of batches on home. */
export const LISTED = 6;

export const batchesQuery = (state: BatchState | undefined, count: number) =>
  `${BATCHES}/list?pageNum=1&pageSize=${count}${state ? `&state=${state}` : ''}`;

export const COUNTS_ASK = `${BATCHES}/counts`;

/** Requests of the home page that server and permissions allow. In display order, because browsers send six at a time. */
export function homeQueries({ permissions = [], extensions = [] }: Partial<Pick<UserInfo, 'permissions' | 'extensions'>>): string[] {
  const has = (extension: Extension) => extensions.includes(extension);
  const may = (permission: string) => has('traceability') && (permissions.includes('*:*:*') || permissions.includes(permission));
  const tasks = has('tasks') ? [TASKS_ASK] : [];
  const figures = may('manage:figure:list') ? [figuresQuery(30)] : [];
  if (!may('manage:batch:list')) return [...tasks, ...figures];
  const waiting = may('manage:batch:approve') ? [batchesQuery('pending', LISTED)] : [];
  return [batchesQuery(undefined, LISTED), COUNTS_ASK, ...waiting, ...tasks, ...figures];
}
