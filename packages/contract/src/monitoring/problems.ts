import type { Problems } from '../core/problem.ts';

export const monitoringProblems = {
  cronWrong: { status: 400, code: 500 },
  cronTooOften: { status: 400, code: 500 },
  timeZoneUnknown: { status: 400, code: 500 },
  jobTargetUnknown: { status: 400, code: 500 },
  jobArgumentWrong: { status: 400, code: 500 },
  jobBuiltin: { status: 409, code: 500 },
  jobGone: { status: 404, code: 500 },
  cacheNotClearable: { status: 409, code: 500 },
} as const satisfies Problems;
