/**
 * Every way the server says no: the HTTP status for the plain interfaces, the body code for the console's.
 * 601 is the family's soft refusal, shown as a warning.
 */
export const problems = {
  // any request
  invalidInput: { status: 400, code: 500 },
  bodyUnreadable: { status: 400, code: 500 },
  bodyTooLarge: { status: 413, code: 500 },
  bodyTypeWrong: { status: 415, code: 500 },
  notSignedIn: { status: 401, code: 401 },
  forbidden: { status: 403, code: 403 },
  /** There is no such record, or it is outside what the asker may see: both answer alike. */
  notFound: { status: 404, code: 500 },
  /** The same of a record that the input refers to; `title` is the word of the field that does. */
  referenceNotFound: { status: 404, code: 500 },
  recordStale: { status: 409, code: 500 },
  idempotencyKeyReused: { status: 422, code: 500 },
  tooManyRequests: { status: 429, code: 500 },
  exportTooLarge: { status: 422, code: 500 },
  busy: { status: 503, code: 500 },
  unexpected: { status: 500, code: 500 },
  // signing in
  captchaExpired: { status: 400, code: 500 },
  captchaWrong: { status: 400, code: 500 },
  credentialsWrong: { status: 401, code: 500 },
  /** The ticket of a remembered browser is over: used before, too old, or its password was changed. */
  ticketDead: { status: 401, code: 401 },
  /** Somebody at the same browser used the ticket a moment ago. */
  ticketSpent: { status: 409, code: 500 },
  accountLocked: { status: 403, code: 500 },
  accountDisabled: { status: 403, code: 500 },
  addressBlocked: { status: 403, code: 500 },
  registerClosed: { status: 403, code: 500 },
  userNameTaken: { status: 409, code: 500 },
  userNameWrong: { status: 400, code: 500 },
  roleUnknown: { status: 400, code: 500 },
  passwordWeak: { status: 400, code: 500 },
  passwordClassWrong: { status: 400, code: 500 },
  passwordWrong: { status: 403, code: 500 },
  passwordSame: { status: 400, code: 500 },
  /** A sensitive act: the password was last given more than ten minutes ago. */
  passwordNeeded: { status: 403, code: 500 },
  // settings
  configUnknown: { status: 404, code: 500 },
  configValueWrong: { status: 400, code: 500 },
  configValueMissing: { status: 400, code: 500 },
  configKeyTaken: { status: 409, code: 500 },
  configKeyFixed: { status: 409, code: 500 },
  configBuiltIn: { status: 409, code: 500 },
  // dictionaries
  dictTypeTaken: { status: 409, code: 500 },
  dictTypeInUse: { status: 409, code: 500 },
  // menus
  menuNameTaken: { status: 409, code: 500 },
  menuRouteTaken: { status: 409, code: 500 },
  menuBelowItself: { status: 409, code: 500 },
  menuParentWrong: { status: 409, code: 500 },
  menuPathMissing: { status: 400, code: 500 },
  menuPathWrong: { status: 400, code: 500 },
  menuLinkWrong: { status: 400, code: 500 },
  menuPermissionNotHeld: { status: 403, code: 500 },
  menuButtonWithChildren: { status: 409, code: 500 },
  menuOrderUneven: { status: 400, code: 500 },
  menuHasChildren: { status: 409, code: 601 },
  menuInUse: { status: 409, code: 601 },
  // users and posts
  userPhoneTaken: { status: 409, code: 500 },
  userEmailTaken: { status: 409, code: 500 },
  /** The built-in administrator's account is kept out of the user pages. */
  userIsAdmin: { status: 403, code: 500 },
  /** Whoever holds the administrator's role is changed by administrators only. */
  userAboveAsker: { status: 403, code: 500 },
  userBeyondAsker: { status: 403, code: 500 },
  /** What nobody does to themselves: removing, switching off, resetting the password, giving roles. */
  userIsSelf: { status: 403, code: 500 },
  roleNotGrantable: { status: 403, code: 500 },
  postCodeTaken: { status: 409, code: 500 },
  postNameTaken: { status: 409, code: 500 },
  postInUse: { status: 409, code: 500 },
  fileWithoutRows: { status: 400, code: 500 },
  // departments
  deptNameTaken: { status: 409, code: 500 },
  deptParentOff: { status: 409, code: 500 },
  deptBelowItself: { status: 400, code: 500 },
  /** Departments at the top are the administrator's to add. */
  deptRootNotYours: { status: 403, code: 500 },
  deptHasEnabledChildren: { status: 409, code: 500 },
  deptHasChildren: { status: 409, code: 601 },
  deptHasUsers: { status: 409, code: 601 },
  /** Business records belong to it. */
  deptInUse: { status: 409, code: 601 },
  // roles
  roleNameTaken: { status: 409, code: 500 },
  roleKeyTaken: { status: 409, code: 500 },
  /** The key `admin` belongs to the built-in role alone. */
  roleKeyReserved: { status: 400, code: 500 },
  /** The built-in administrator's role is changed by nobody. */
  roleIsAdmin: { status: 403, code: 500 },
  roleInUse: { status: 409, code: 500 },
  /** Nobody hands out what they do not hold: a permission, or a view of more data. */
  roleMenusBeyondOwn: { status: 403, code: 500 },
  roleScopeBeyondOwn: { status: 403, code: 500 },
  // suppliers, goods, rules
  supplierCodeTaken: { status: 409, code: 500 },
  supplierInUse: { status: 409, code: 500 },
  supplierSuspended: { status: 409, code: 500 },
  categoryCodeTaken: { status: 409, code: 500 },
  categoryGtinTaken: { status: 409, code: 500 },
  categoryInUse: { status: 409, code: 500 },
  categoryShelfLifeHalf: { status: 400, code: 500 },
  categoryShelfLifeTooLong: { status: 400, code: 500 },
  categoryOff: { status: 409, code: 500 },
  categoryWithoutRule: { status: 409, code: 500 },
  codeRuleNameTaken: { status: 409, code: 500 },
  codeRuleInUse: { status: 409, code: 500 },
  codeRuleTooWeak: { status: 400, code: 500 },
  codeRuleShapeWrong: { status: 400, code: 500 },
  codeRuleShapeFixed: { status: 409, code: 500 },
  codeRulePinFixed: { status: 409, code: 500 },
  codeRuleOff: { status: 409, code: 500 },
  codeSpaceTaken: { status: 409, code: 500 },
  codeSpaceExhausted: { status: 409, code: 500 },
  codeEpochsFull: { status: 409, code: 500 },
  codeEpochCurrent: { status: 409, code: 500 },
  // batches and codes
  batchNoTaken: { status: 409, code: 500 },
  batchFixed: { status: 409, code: 500 },
  batchStateWrong: { status: 409, code: 500 },
  batchSelfApproved: { status: 403, code: 500 },
  batchDaysWrong: { status: 400, code: 500 },
  batchExpiryTooLate: { status: 400, code: 500 },
  batchNotIssued: { status: 409, code: 500 },
  batchInUse: { status: 409, code: 500 },
  batchWithoutGtin: { status: 409, code: 500 },
  nameNotConfirmed: { status: 400, code: 500 },
  rangeBackwards: { status: 400, code: 500 },
  rangeOutside: { status: 400, code: 500 },
  rangeOverlaps: { status: 409, code: 500 },
  rangeStateWrong: { status: 409, code: 500 },
  batchNotAllShipped: { status: 409, code: 500 },
  codeUnreadable: { status: 400, code: 500 },
  exportGone: { status: 410, code: 500 },
  exportNotFinished: { status: 409, code: 500 },
  taskFinished: { status: 409, code: 500 },
  // files
  fileUnreadable: { status: 400, code: 500 },
  fileRowsWrong: { status: 400, code: 500 },
  fileTooLarge: { status: 413, code: 500 },
  fileMissing: { status: 400, code: 500 },
  fileEmpty: { status: 400, code: 500 },
  fileNameTooLong: { status: 400, code: 500 },
  fileTypeWrong: { status: 400, code: 500 },
  /** Its bytes are not what its name says, or cannot be read as such. */
  fileContentWrong: { status: 400, code: 500 },
  /** There is no such file, or it is another's: both answer alike. */
  fileGone: { status: 404, code: 500 },
  pictureTooLarge: { status: 413, code: 500 },
  picturePixelsTooMany: { status: 400, code: 500 },
  // verification
  scanIdReused: { status: 409, code: 500 },
  unknownLimited: { status: 429, code: 500 },
} as const satisfies Record<string, { status: number; code: 401 | 403 | 500 | 601 }>;

export type ProblemName = keyof typeof problems;
