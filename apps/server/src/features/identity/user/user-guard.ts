import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import { ensurePasswordConfirmed } from '../../../platform/http/confirmed.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as roleService from '../role/role.service.ts';
import * as queries from './user-record.queries.ts';

/** The built-in administrator: user 1, with role 1. */
export const ADMIN = 1;

type ActorContext = Pick<Context, 'db' | 'scope' | 'actor'>;
export type LockedUser = Awaited<ReturnType<typeof queries.lock>>[number];

/** Locks the users to change, all or none. @throws notFound if one does not exist or is out of scope, userIsAdmin, userAboveAsker */
export async function lockTargets({ db, scope, actor }: ActorContext, userIds: number[]): Promise<LockedUser[]> {
  const users = await queries.lock(db, scope, userIds);
  if (users.length < userIds.length) throw new Problem('notFound');
  for (const user of users) ensureEditable(actor, user);
  return users;
}

export async function lockTarget(ctx: ActorContext, userId: number): Promise<LockedUser> {
  const [user] = await lockTargets(ctx, [userId]);
  if (!user) throw new Problem('notFound');
  return user;
}

/** @throws userIsAdmin, userAboveAsker */
export function ensureEditable(actor: Context['actor'], { userId, userName, admin }: { userId: number; userName: string; admin: boolean }) {
  if (userId === ADMIN) throw new Problem('userIsAdmin', { userName });
  if (admin && !actor.admin) throw new Problem('userAboveAsker', { userName });
}

/** Refuses operations on the actor's own account. @throws userIsSelf */
export function ensureNotSelf(actor: Context['actor'], userIds: number[], field?: string) {
  if (userIds.includes(actor.userId)) throw new Problem('userIsSelf', { ...(field && { field }) });
}

/**
 * Requires a department in scope. No department is allowed only with full scope, because other actors could not see the user again.
 * @throws referenceNotFound
 */
export async function ensureDepartment({ db, scope }: ActorContext, deptId: number | null | undefined) {
  const isVisible = deptId ? (await queries.visibleDepartments(db, scope, [deptId])).length > 0 : scope === 'all';
  if (!isVisible) throw new Problem('referenceNotFound', { field: 'deptId', title: 'system.user.deptId' });
}

/**
 * Checks roles that are assigned or revoked. Only administrators may change the administrator role or their own roles. Others cannot grant
 * more than they have.
 * @throws passwordNeeded, userIsSelf, roleNotGrantable, roleMenusBeyondOwn, roleScopeBeyondOwn
 */
export async function ensureGrantable(ctx: Context, userId: number | undefined, currentRoleIds: number[], requestedRoleIds: number[]) {
  const { db, scope, actor } = ctx;
  const added = [...new Set(requestedRoleIds.filter((id) => !currentRoleIds.includes(id)))];
  const changedRoleIds = [...added, ...currentRoleIds.filter((id) => !requestedRoleIds.includes(id))];
  if (changedRoleIds.length === 0) return;
  ensurePasswordConfirmed(actor);
  if (!actor.admin && userId === actor.userId) throw new Problem('userIsSelf', { field: 'roleIds' });
  const grantable = (await queries.listGrantableRoles(db, scope, actor)).map(({ roleId }) => roleId);
  const foreignRoleId = changedRoleIds.find((id) => !grantable.includes(id));
  if (foreignRoleId !== undefined) throw new Problem('roleNotGrantable', { field: 'roleIds', roleId: foreignRoleId });
  await roleService.ensureGrantable(ctx, added);
}

/** Requires that a user's roles do not exceed the actor's rights. @throws userBeyondAsker */
export async function ensureWithinOwnRights(ctx: Context, { userName, roleIds }: LockedUser) {
  await roleService.ensureGrantable(ctx, roleIds).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('userBeyondAsker', { userName }, { cause: error }) : error;
  });
}

/** Phone number and email address are unique. @throws userPhoneTaken, userEmailTaken */
export const mapContactErrors = <T>(
  { phonenumber, email }: { phonenumber?: string | undefined; email?: string | undefined },
  write: Promise<T>,
) =>
  mapConstraintErrors(
    { users_phonenumber_key: 'userPhoneTaken' },
    { field: 'phonenumber', phonenumber },
    mapConstraintErrors({ users_email_key: 'userEmailTaken' }, { field: 'email', email }, write),
  );
