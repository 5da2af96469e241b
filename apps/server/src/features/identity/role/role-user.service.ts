import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { lockUsers } from '../user/user-record.service.ts';
import { ensureGrantable, lockTarget, read } from './role.service.ts';
import * as queries from './role-link.queries.ts';

/** Users in scope who hold a role. @throws notFound */
export async function listHolders(ctx: Context, query: queries.HolderQuery) {
  await read(ctx, query.roleId);
  return queries.list(ctx.db, ctx.scope, true, query);
}

/** Users in scope who do not hold a role. @throws notFound */
export async function listCandidates(ctx: Context, query: queries.HolderQuery) {
  await read(ctx, query.roleId);
  return queries.list(ctx.db, ctx.scope, false, query);
}

/**
 * Assigns a role to all `userIds` or to none. Existing assignments stay.
 * @throws notFound, roleIsAdmin, userIsSelf, userAboveActor, roleMenusBeyondOwn, roleScopeBeyondOwn
 */
export async function assign(ctx: Context, roleId: number, userIds: number[]): Promise<void> {
  await lockTarget(ctx, roleId);
  await ensureGrantable(ctx, [roleId]);
  await ensureUsersEditable(ctx, userIds);
  await queries.assign(ctx.db, roleId, userIds);
}

/** Revokes a role from all `userIds` or from none. @throws notFound, roleIsAdmin, userIsSelf, userAboveActor */
export async function revoke(ctx: Context, roleId: number, userIds: number[]): Promise<void> {
  await lockTarget(ctx, roleId);
  await ensureUsersEditable(ctx, userIds);
  await queries.revoke(ctx.db, roleId, userIds);
}

/** Requires all users in scope. Only administrators may change their own roles and those of administrators. */
async function ensureUsersEditable(ctx: Context, userIds: number[]) {
  const { actor } = ctx;
  const ids = [...new Set(userIds)];
  const users = await lockUsers(ctx, ids);
  if (actor.admin) return;
  if (ids.includes(actor.userId)) throw new Problem('userIsSelf', { field: 'userIds' });
  const administrator = users.find(({ admin }) => admin);
  if (administrator) throw new Problem('userAboveActor', { userName: administrator.userName });
}
