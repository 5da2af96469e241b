import type { UserRole } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { ensureGrantable, ensureNoMore, ensureOther, target, targets } from './user-guard.ts';
import * as queries from './user-record.queries.ts';
import { read } from './user-record.service.ts';

/**
 * Gives somebody else a new password, which they are to change; ends their sessions and lifts a lock.
 * Whoever sets a password can sign in with it, so nobody does it to those who may do or see more than they.
 * @throws userIsSelf, notFound, userIsAdmin, userAboveAsker, userBeyondAsker, passwordWeak
 */
export async function resetPassword(ctx: Context, { userId, password }: { userId: number; password: string }) {
  const { db, actor } = ctx;
  ensureOther(actor, [userId]);
  const user = await target(ctx, userId);
  await ensureNoMore(ctx, user);
  await passwordService.ensureStrong(db, password, { ...user, field: 'password' });
  await queries.setPassword(db, userId, await passwordService.hash(password), actor.userId);
  await sessionService.closeAll(db, [userId]);
  await passwordService.unlock(db, user.userName);
}

/** Lets users sign in, or ends their sessions and lets them no more. @throws userIsSelf, notFound, userIsAdmin, userAboveAsker */
export async function changeStatus(ctx: Context, { userIds, status }: { userIds: number[]; status: '0' | '1' }) {
  const { db, actor } = ctx;
  ensureOther(actor, userIds);
  await targets(ctx, userIds);
  await queries.setStatus(db, userIds, status, actor.userId);
  if (status === '1') await sessionService.closeAll(db, userIds);
}

/** A user and the roles that may be given, each with whether they hold it. @throws notFound */
export async function grantable(ctx: Context, userId: number) {
  const user = await read(ctx, userId);
  const roles: UserRole[] = await queries.roles(ctx.db, ctx.scope, ctx.actor, userId);
  return { user, roles: roles.filter(({ admin }) => !admin || user.admin) };
}

/** Leaves a user exactly these roles. @throws notFound, userIsAdmin, userAboveAsker, userIsSelf, roleNotGrantable */
export async function grant(ctx: Context, { userId, roleIds = [] }: { userId: number; roleIds?: number[] | undefined }) {
  const user = await target(ctx, userId);
  await ensureGrantable(ctx, userId, user.roleIds, roleIds);
  await queries.replaceRoles(ctx.db, userId, [...new Set(roleIds)]);
  await queries.update(ctx.db, userId, {}, ctx.actor.userId);
}
