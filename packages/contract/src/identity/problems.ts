import type { Problems } from '../core/problem.ts';

export const identityProblems = {
  captchaExpired: { status: 400, code: 500 },
  captchaWrong: { status: 400, code: 500 },
  credentialsWrong: { status: 401, code: 500 },
  /** The ticket of a remembered browser is used, expired, or older than the last password change. */
  ticketDead: { status: 401, code: 401 },
  /** Another request of the same browser used the ticket a moment earlier. */
  ticketSpent: { status: 409, code: 500 },
  accountLocked: { status: 403, code: 500 },
  deviceLocked: { status: 403, code: 500 },
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
  /** The last password entry is more than ten minutes ago. */
  passwordNeeded: { status: 403, code: 500 },
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
  userDeptMissing: { status: 400, code: 500 },
  userPhoneTaken: { status: 409, code: 500 },
  userEmailTaken: { status: 409, code: 500 },
  /** The user pages exclude the built-in administrator. */
  userIsAdmin: { status: 403, code: 500 },
  /** Only administrators change users with the administrator role. */
  userAboveActor: { status: 403, code: 500 },
  userBeyondActor: { status: 403, code: 500 },
  /** Users cannot remove, disable, assign roles to, or reset the password of themselves. */
  userIsSelf: { status: 403, code: 500 },
  roleNotGrantable: { status: 403, code: 500 },
  postCodeTaken: { status: 409, code: 500 },
  postNameTaken: { status: 409, code: 500 },
  postInUse: { status: 409, code: 500 },
  fileWithoutRows: { status: 400, code: 500 },
  departmentNameTaken: { status: 409, code: 500 },
  departmentParentOff: { status: 409, code: 500 },
  departmentBelowItself: { status: 400, code: 500 },
  /** Only administrators add top-level departments. */
  departmentRootNotYours: { status: 403, code: 500 },
  departmentHasEnabledChildren: { status: 409, code: 500 },
  departmentHasChildren: { status: 409, code: 601 },
  departmentHasUsers: { status: 409, code: 601 },
  departmentInUse: { status: 409, code: 601 },
  roleNameTaken: { status: 409, code: 500 },
  roleKeyTaken: { status: 409, code: 500 },
  /** The key `admin` is reserved for the built-in role. */
  roleKeyReserved: { status: 400, code: 500 },
  /** The built-in administrator role is immutable. */
  roleIsAdmin: { status: 403, code: 500 },
  roleInUse: { status: 409, code: 500 },
  roleFillsSteps: { status: 409, code: 500 },
  /** Users cannot grant a permission or a data scope that they do not have. */
  roleMenusBeyondOwn: { status: 403, code: 500 },
  roleScopeBeyondOwn: { status: 403, code: 500 },
} as const satisfies Problems;
