import type { Extension, UserInfo } from '@suyuan/contract';

/** Path of batches, duplicated here so that home does not load their schema. */
export const BATCHES_PATH = '/manage/batch';
export const TASKS_QUERY = '/account/task/list?pageNum=1&pageSize=20';

export const FIGURES_PATH = '/manage/figure';

export const figuresQuery = (days: number) => `${FIGURES_PATH}/home?days=${days}`;

/** Maximum number of batches on home. */
export const MAX_BATCHES = 6;

export const BATCHES_QUERY = `${BATCHES_PATH}/list?pageNum=1&pageSize=${MAX_BATCHES}`;

export const OPEN_WORK_PATH = '/account/openWork';

/** Requests of the home page that server and permissions allow. In display order, because browsers send six at a time. */
export function homeQueries({ permissions = [], extensions = [] }: Partial<Pick<UserInfo, 'permissions' | 'extensions'>>): string[] {
  const has = (extension: Extension) => extensions.includes(extension);
  const isAllowed = (permission: string) => has('traceability') && (permissions.includes('*:*:*') || permissions.includes(permission));
  const tasks = has('tasks') ? [TASKS_QUERY] : [];
  const figures = isAllowed('manage:figure:list') ? [figuresQuery(30)] : [];
  const work = has('openWork') ? [OPEN_WORK_PATH] : [];
  const batches = isAllowed('manage:batch:list') ? [BATCHES_QUERY] : [];
  return [...work, ...batches, ...tasks, ...figures];
}
