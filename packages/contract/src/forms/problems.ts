import type { Problems } from '../core/problem.ts';

export const formsProblems = {
  formKeyTaken: { status: 409, code: 500 },
  formKeyFixed: { status: 409, code: 500 },
  formTimesWrong: { status: 400, code: 500 },
  formRolesMissing: { status: 400, code: 500 },
  formInUse: { status: 409, code: 601 },
  formStateWrong: { status: 409, code: 500 },
  formEmpty: { status: 409, code: 500 },
  formFaulty: { status: 409, code: 500 },
  formUnchanged: { status: 409, code: 500 },
  /** Answers use removed fields. Publishing requires confirmation. */
  formFieldsLost: { status: 409, code: 500 },
  formClosed: { status: 409, code: 500 },
  formAhead: { status: 409, code: 500 },
  formOver: { status: 409, code: 500 },
  formFull: { status: 409, code: 500 },
  formAnswered: { status: 409, code: 500 },
  formVersionOld: { status: 409, code: 500 },
  /** `reason` describes the fault. `field` is the path, e.g. `data.items.2.price`. */
  formAnswerWrong: { status: 400, code: 500 },
  formFileWrong: { status: 400, code: 500 },
} as const satisfies Problems;
