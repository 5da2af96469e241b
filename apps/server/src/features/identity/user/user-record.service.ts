import { type ChangesOf, type InputOf, type Page, type QueryOf, type User, type UserChoices, type UserRole, users } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { type Context, ensurePasswordConfirmed } from '../../../platform/http/context.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as passwordService from '../password/password.service.ts';
import * as roleService from '../role/role.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as listQueries from './user-list.queries.ts';
import * as queries from './user-record.queries.ts';

/** The built-in administrator: user 1, with role 1. */
export const ADMIN = 1;

type ActorContext = Pick<Context, 'db' | 'scope' | 'actor'>;
type LockedUser = Awaited<ReturnType<typeof queries.lock>>[number];

/** Locks all or none. @throws notFound if one does not exist or is out of scope */
export const lockUsers = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, userIds: number[]): Promise<LockedUser[]> =>
  allFound(await queries.lock(db, scope, userIds), userIds);

/** Locks the users to change. @throws notFound, userIsAdmin, userAboveActor */
async function lockTargets(ctx: ActorContext, userIds: number[]): Promise<LockedUser[]> {
  const users = await lockUsers(ctx, userIds);
  for (const user of users) ensureEditable(ctx.actor, user);
  return users;
}

async function lockTarget(ctx: ActorContext, userId: number): Promise<LockedUser> {
  const [user] = await lockTargets(ctx, [userId]);
  if (!user) throw new Problem('notFound');
  return user;
}

/** @throws userIsAdmin, userAboveActor */
export function ensureEditable(actor: Context['actor'], { userId, userName, admin }: { userId: number; userName: string; admin: boolean }) {
  if (userId === ADMIN) throw new Problem('userIsAdmin', { userName });
  if (admin && !actor.admin) throw new Problem('userAboveActor', { userName });
}

/** Refuses operations on the actor's own account. @throws userIsSelf */
export function ensureNotSelf(actor: Context['actor'], userIds: number[], field?: string) {
  if (userIds.includes(actor.userId)) throw new Problem('userIsSelf', { ...(field && { field }) });
}

/**
 * Requires a department in scope. No department is allowed only with full scope, because other actors could not see the user again.
 * @throws userDeptMissing, referenceNotFound
 */
async function ensureDepartment({ db, scope }: ActorContext, deptId: number | null | undefined) {
  if (!deptId && scope === 'all') return;
  if (!deptId) throw new Problem('userDeptMissing', { field: 'deptId' });
  const departments = await queries.visibleDepartments(db, scope, [deptId]);
  if (departments.length === 0) throw new Problem('referenceNotFound', { field: 'deptId', title: 'system.user.deptId' });
}

/**
 * Checks roles that are assigned or revoked. Only administrators may change the administrator role or their own roles. Others cannot grant
 * more than they have.
 * @throws passwordNeeded, userIsSelf, roleNotGrantable, roleMenusBeyondOwn, roleScopeBeyondOwn
 */
async function ensureGrantable(ctx: Context, userId: number | undefined, currentRoleIds: number[], requestedRoleIds: number[]) {
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

/** Requires that a user's roles do not exceed the actor's rights. @throws userBeyondActor */
async function ensureWithinOwnRights(ctx: Context, { userName, roleIds }: LockedUser) {
  await roleService.ensureGrantable(ctx, roleIds).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('userBeyondActor', { userName }, { cause: error }) : error;
  });
}

/** Name, phone number and email address are unique. @throws userNameTaken, userPhoneTaken, userEmailTaken */
export const mapWriteErrors = <T>(values: Record<string, unknown>, write: Promise<T>) => mapUniqueErrors(users, 'users', values, write);

type Users = typeof users;

export const table = 'users';

export const list = ({ db, scope }: Context, query: QueryOf<Users>): Promise<Page<User>> => listQueries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, userId: number): Promise<User> => orNotFound(await queries.find(db, scope, userId));

/** Form choices of a user. The administrator role is included only if they hold it. */
export async function choices({ db, scope, actor }: Context, user?: User): Promise<UserChoices> {
  const roles = await queries.listGrantableRoles(db, scope, actor, user?.userId);
  return { roles: roles.filter(({ admin }) => !admin || user?.admin), posts: await queries.listPosts(db) };
}

/**
 * The user must change the initial password at the first sign-in.
 * @throws invalidInput, passwordWeak, userDeptMissing, referenceNotFound, roleNotGrantable, userNameTaken, userPhoneTaken, userEmailTaken
 */
export async function add(ctx: Context, { password, roleIds = [], postIds = [], version: _, ...input }: InputOf<Users>) {
  const { db, actor, t } = ctx;
  if (!password) {
    const message = t('issue.required', { field: t('system.user.password') });
    throw new Problem('invalidInput', { field: 'password', message });
  }
  await ensureDepartment(ctx, input.deptId);
  await ensureGrantable(ctx, undefined, [], roleIds);
  await passwordService.ensureStrong(db, password, { userName: input.userName, phonenumber: input.phonenumber ?? '', field: 'password' });
  const row = { ...input, password: await passwordService.hash(password), createBy: actor.userId };
  const { userId } = await mapWriteErrors(input, queries.insert(db, row));
  await replaceLinks(ctx, userId, roleIds, postIds);
  return userId;
}

/**
 * Name and password cannot be edited here.
 * @throws notFound, recordStale, userIsAdmin, userAboveActor, userIsSelf, userDeptMissing, referenceNotFound, roleNotGrantable,
 * userPhoneTaken, userEmailTaken
 */
export async function edit(ctx: Context, userId: number, input: ChangesOf<Users>) {
  const { db, actor } = ctx;
  const { userName: _, password: __, roleIds, postIds, version, ...changes } = input;
  const user = await lockTarget(ctx, userId);
  if (version !== undefined && version !== user.version) throw new Problem('recordStale');
  if (changes.deptId !== undefined && changes.deptId !== user.deptId) {
    // A scope of "own department" would then cover another department.
    if (!actor.admin) ensureNotSelf(actor, [userId], 'deptId');
    await ensureDepartment(ctx, changes.deptId);
  }
  if (changes.status === '1') ensureNotSelf(actor, [userId]);
  if (roleIds) await ensureGrantable(ctx, userId, user.roleIds, roleIds);
  await mapWriteErrors(changes, queries.update(db, userId, changes, actor.userId));
  await replaceLinks(ctx, userId, roleIds, postIds);
  if (changes.status === '1') await sessionService.closeAll(db, [userId]);
}

/** Removes all or none. @throws userIsSelf, notFound, userIsAdmin, userAboveActor */
export async function remove(ctx: Context, userIds: number[]) {
  ensureNotSelf(ctx.actor, userIds);
  await lockTargets(ctx, userIds);
  await sessionService.closeAll(ctx.db, userIds);
  await queries.remove(ctx.db, userIds, ctx.actor.userId);
}

/** Replaces roles and posts if given. @throws referenceNotFound */
async function replaceLinks({ db }: Context, userId: number, roleIds?: number[], postIds?: number[]) {
  const referenceParams = (field: string) => ({ field, title: `system.user.${field}` });
  if (roleIds)
    await mapConstraintErrors(
      { user_role_role_id_fkey: 'referenceNotFound' },
      referenceParams('roleIds'),
      queries.replaceRoles(db, userId, [...new Set(roleIds)]),
    );
  if (postIds)
    await mapConstraintErrors(
      { user_post_post_id_fkey: 'referenceNotFound' },
      referenceParams('postIds'),
      queries.replacePosts(db, userId, [...new Set(postIds)]),
    );
}

/**
 * Sets a password that the user must change, ends their sessions and lifts a lock. Since the actor could then sign in as that user, the
 * user must not have more rights than the actor.
 * @throws userIsSelf, notFound, userIsAdmin, userAboveActor, userBeyondActor, passwordWeak
 */
export async function resetPassword(ctx: Context, { userId, password }: { userId: number; password: string }) {
  const { db, actor } = ctx;
  ensureNotSelf(actor, [userId]);
  const user = await lockTarget(ctx, userId);
  await ensureWithinOwnRights(ctx, user);
  await passwordService.ensureStrong(db, password, { ...user, field: 'password' });
  await queries.setPassword(db, userId, await passwordService.hash(password), actor.userId);
  await sessionService.closeAll(db, [userId]);
  await passwordService.unlock(db, user.userName);
}

/** Enables users, or disables them and ends their sessions. @throws userIsSelf, notFound, userIsAdmin, userAboveActor */
export async function changeStatus(ctx: Context, { userIds, status }: { userIds: number[]; status: '0' | '1' }) {
  const { db, actor } = ctx;
  ensureNotSelf(actor, userIds);
  await lockTargets(ctx, userIds);
  await queries.setStatus(db, userIds, status, actor.userId);
  if (status === '1') await sessionService.closeAll(db, userIds);
}

/** A user and the assignable roles, marked if the user holds them. @throws notFound */
export async function listGrantable(ctx: Context, userId: number) {
  const user = await read(ctx, userId);
  const roles: UserRole[] = await queries.listGrantableRoles(ctx.db, ctx.scope, ctx.actor, userId);
  return { user, roles: roles.filter(({ admin }) => !admin || user.admin) };
}

/** Replaces a user's roles. @throws notFound, userIsAdmin, userAboveActor, userIsSelf, roleNotGrantable */
export async function grant(ctx: Context, { userId, roleIds }: { userId: number; roleIds: number[] }) {
  const user = await lockTarget(ctx, userId);
  await ensureGrantable(ctx, userId, user.roleIds, roleIds);
  await queries.replaceRoles(ctx.db, userId, [...new Set(roleIds)]);
  await queries.update(ctx.db, userId, {}, ctx.actor.userId);
}
