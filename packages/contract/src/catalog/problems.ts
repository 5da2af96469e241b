import type { Problems } from '../core/problem.ts';

export const catalogProblems = {
  categoryNameTaken: { status: 409, code: 500 },
  categoryCodeTaken: { status: 409, code: 500 },
  categoryParentOff: { status: 409, code: 500 },
  categoryBelowItself: { status: 400, code: 500 },
  categoryTooDeep: { status: 400, code: 500 },
  /** Disabling requires confirmation because descendants are enabled. */
  categoryHasEnabledChildren: { status: 409, code: 601 },
  categoryHasChildren: { status: 409, code: 601 },
  categoryInUse: { status: 409, code: 601 },
  categoryOff: { status: 409, code: 500 },
  goodsBeyondParent: { status: 409, code: 500 },
  productCodeTaken: { status: 409, code: 500 },
  productGtinTaken: { status: 409, code: 500 },
  productInUse: { status: 409, code: 500 },
  productGtinFixed: { status: 409, code: 500 },
  productPackagingFixed: { status: 409, code: 500 },
  productNetContentHalf: { status: 400, code: 500 },
  productShelfLifeHalf: { status: 400, code: 500 },
  productShelfLifeTooLong: { status: 400, code: 500 },
  productOff: { status: 409, code: 500 },
  productWithoutRule: { status: 409, code: 500 },
} as const satisfies Problems;
