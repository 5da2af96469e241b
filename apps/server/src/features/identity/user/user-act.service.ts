import type { UserRole } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { ensureGrantable, ensureWithinOwnRights, ensureNotSelf, lockTarget, lockTargets } from './user-guard.ts';
import * as queries from './user-record.queries.ts';
import { read } from './user-record.service.ts';

/**
 * Sets a password that the user must change, ends their sessions and lifts a lock. Since the actor could then sign in as that user, the
 * user must not have more rights than the actor.
 * @throws userIsSelf, notFound, userIsAdmin, userAboveAsker, userBeyondAsker, passwordWeak
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

/** Enables users, or disables them and ends their sessions. @throws userIsSelf, notFound, userIsAdmin, userAboveAsker */
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

/** Replaces a user's roles. @throws notFound, userIsAdmin, userAboveAsker, userIsSelf, roleNotGrantable */
export async function grant(ctx: Context, { userId, roleIds = [] }: { userId: number; roleIds?: number[] | undefined }) {
  const user = await lockTarget(ctx, userId);
  await ensureGrantable(ctx, userId, user.roleIds, roleIds);
  await queries.replaceRoles(ctx.db, userId, [...new Set(roleIds)]);
  await queries.update(ctx.db, userId, {}, ctx.actor.userId);
}
