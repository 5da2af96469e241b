import { catalogProblems } from './catalog/problems.ts';
import { codesProblems } from './codes/problems.ts';
import type { Problems } from './core/problem.ts';
import { devtoolsProblems } from './devtools/problems.ts';
import { formsProblems } from './forms/problems.ts';
import { identityProblems } from './identity/problems.ts';
import { logisticsProblems } from './logistics/problems.ts';
import { monitoringProblems } from './monitoring/problems.ts';
import { partnersProblems } from './partners/problems.ts';
import { scansProblems } from './scans/problems.ts';
import { systemProblems } from './system/problems.ts';
import { tracesProblems } from './traces/problems.ts';

/** Every refusal by its name: of any request, then of the features. */
export const problems = {
  invalidInput: { status: 400, code: 500 },
  bodyUnreadable: { status: 400, code: 500 },
  /** Truncated, or without a boundary. */
  formUnreadable: { status: 400, code: 500 },
  bodyTooLarge: { status: 413, code: 500 },
  bodyTypeWrong: { status: 415, code: 500 },
  notSignedIn: { status: 401, code: 401 },
  /** Returned only by the session watch, after the account was disabled. */
  accountClosed: { status: 401, code: 401 },
  forbidden: { status: 403, code: 403 },
  /** Missing or not visible to the user. Both cases have equal responses. */
  notFound: { status: 404, code: 500 },
  /** Reference to a missing record. `title` is the label of the field. */
  referenceNotFound: { status: 422, code: 500 },
  recordStale: { status: 409, code: 500 },
  idempotencyKeyReused: { status: 422, code: 500 },
  /** A request with the same key still runs. */
  idempotencyKeyInUse: { status: 409, code: 500 },
  tooManyRequests: { status: 429, code: 500 },
  exportTooLarge: { status: 422, code: 500 },
  busy: { status: 503, code: 500 },
  /** PostgreSQL privilege of the application. */
  databaseRightMissing: { status: 403, code: 500 },
  /** Disk of the database or of the files. */
  storageFull: { status: 507, code: 500 },
  unexpected: { status: 500, code: 500 },
  regionUnknown: { status: 400, code: 500 },
  typedNameWrong: { status: 400, code: 500 },
  filesTooMany: { status: 400, code: 500 },
  taskFinished: { status: 409, code: 500 },
  ...catalogProblems,
  ...codesProblems,
  ...devtoolsProblems,
  ...formsProblems,
  ...identityProblems,
  ...logisticsProblems,
  ...monitoringProblems,
  ...partnersProblems,
  ...scansProblems,
  ...systemProblems,
  ...tracesProblems,
} as const satisfies Problems;

export type ProblemName = keyof typeof problems;
