import type { Problems } from '../core/problem.ts';

export const systemProblems = {
  configUnknown: { status: 404, code: 500 },
  configValueWrong: { status: 400, code: 500 },
  ownAddressBlocked: { status: 409, code: 500 },
  configValueMissing: { status: 400, code: 500 },
  configKeyTaken: { status: 409, code: 500 },
  configKeyFixed: { status: 409, code: 500 },
  configBuiltIn: { status: 409, code: 500 },
  dictionaryTypeTaken: { status: 409, code: 500 },
  dictionaryValueTaken: { status: 409, code: 500 },
  dictionaryTypeInUse: { status: 409, code: 500 },
  fileUnreadable: { status: 400, code: 500 },
  /** No column of the first row belongs to the records. */
  fileTitlesUnknown: { status: 400, code: 500 },
  fileTitlesRepeated: { status: 400, code: 500 },
  fileColumnsMissing: { status: 400, code: 500 },
  fileRowsWrong: { status: 400, code: 500 },
  fileTooLarge: { status: 413, code: 500 },
  uploadSpaceUsed: { status: 413, code: 500 },
  uploadSpaceFull: { status: 507, code: 500 },
  sheetTooComplex: { status: 413, code: 500 },
  fileRowsTooMany: { status: 413, code: 500 },
  fileMissing: { status: 400, code: 500 },
  fileEmpty: { status: 400, code: 500 },
  fileNameTooLong: { status: 400, code: 500 },
  fileTypeWrong: { status: 400, code: 500 },
  fileContentWrong: { status: 400, code: 500 },
  /** Missing or of another user. Both cases have equal responses. */
  fileGone: { status: 404, code: 500 },
  pictureTooLarge: { status: 413, code: 500 },
  picturePixelsTooMany: { status: 400, code: 500 },
} as const satisfies Problems;
