import type { Problems } from '../core/problem.ts';

export const logisticsProblems = {
  shipmentNoTaken: { status: 409, code: 500 },
  shipmentStateWrong: { status: 409, code: 500 },
  shipmentInUse: { status: 409, code: 500 },
  shipmentEmpty: { status: 409, code: 500 },
  shipmentTooLong: { status: 409, code: 500 },
  shipmentTooScattered: { status: 409, code: 500 },
  shipmentEndMissing: { status: 400, code: 500 },
  shipmentEndsWrong: { status: 400, code: 500 },
  shipmentNotBelow: { status: 409, code: 500 },
  dealerNotActive: { status: 409, code: 500 },
  goodsNotAuthorised: { status: 409, code: 500 },
  batchNotShippable: { status: 409, code: 500 },
  codesElsewhere: { status: 409, code: 500 },
  codesHeldBy: { status: 409, code: 500 },
  codesInListedContainer: { status: 409, code: 500 },
  codesInStore: { status: 409, code: 500 },
  codesOnDocument: { status: 409, code: 500 },
} as const satisfies Problems;
