import type { Problems } from '../core/problem.ts';

export const scansProblems = {
  caseStateWrong: { status: 409, code: 500 },
  caseOpenAlready: { status: 409, code: 500 },
  caseHandlerMissing: { status: 400, code: 500 },
  caseHandlerWrong: { status: 409, code: 500 },
  /** The assignee could not see the case. */
  caseHandlerScope: { status: 409, code: 500 },
  caseVerdictWrong: { status: 409, code: 500 },
  caseNotOfCode: { status: 409, code: 500 },
  blockTaken: { status: 409, code: 500 },
  blockDeviceWrong: { status: 400, code: 500 },
  blockAddressWrong: { status: 400, code: 500 },
  blockAddressTooWide: { status: 400, code: 500 },
  reportEmpty: { status: 400, code: 500 },
  reportTwice: { status: 409, code: 500 },
  reportScanOver: { status: 410, code: 500 },
  reportPictureTooLarge: { status: 413, code: 500 },
  reportPictureWrong: { status: 400, code: 500 },
  positionOver: { status: 409, code: 500 },
  scanIdReused: { status: 409, code: 500 },
  unknownLimited: { status: 429, code: 500 },
  archiveRefused: { status: 409, code: 500 },
  archiveSlow: { status: 503, code: 500 },
  archiveUnavailable: { status: 503, code: 500 },
} as const satisfies Problems;
