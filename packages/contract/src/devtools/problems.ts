import type { Problems } from '../core/problem.ts';

export const devtoolsProblems = {
  genTableUnknown: { status: 404, code: 500 },
  genTableUnfit: { status: 400, code: 500 },
  /** RuoYi clients send an SQL statement instead of columns. */
  genSqlRefused: { status: 400, code: 500 },
  genTableTaken: { status: 409, code: 500 },
  genNounTaken: { status: 409, code: 500 },
  genNameTaken: { status: 409, code: 500 },
  genNameReserved: { status: 400, code: 500 },
  genColumnTwice: { status: 400, code: 500 },
  genFieldWrong: { status: 400, code: 500 },
  genColumnUnfit: { status: 400, code: 500 },
  genFieldsNone: { status: 400, code: 500 },
  genTreeFieldMissing: { status: 400, code: 500 },
  genSubTableMissing: { status: 400, code: 500 },
  genWritingOff: { status: 403, code: 500 },
  genPathOutside: { status: 400, code: 500 },
} as const satisfies Problems;
