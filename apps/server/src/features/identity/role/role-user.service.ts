import type { Paging } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { read, target } from './role.service.ts';
import { ensureGrantable } from './role-guard.ts';
import * as queries from './role-user.queries.ts';

interface Search {
  roleId: number;
  userName?: string | undefined;
  phonenumber?: string | undefined;
  paging: Paging;
}

/** Users in scope who hold a role. @throws notFound */
export async function holders(ctx: Context, search: Search) {
  await read(ctx, search.roleId);
  return queries.list(ctx.db, ctx.scope, true, search);
}

/** Users in scope who do not hold a role. @throws notFound */
export async function candidates(ctx: Context, search: Search) {
  await read(ctx, search.roleId);
  return queries.list(ctx.db, ctx.scope, false, search);
}

/**
 * Assigns a role to all `userIds` or to none. Existing assignments stay.
 * @throws notFound, roleIsAdmin, userIsSelf, userAboveAsker, roleMenusBeyondOwn, roleScopeBeyondOwn
 */
export async function give(ctx: Context, roleId: number, userIds: number[]): Promise<void> {
  await target(ctx, roleId);
  await ensureGrantable(ctx, [roleId]);
  await ensurePeople(ctx, userIds);
  await queries.give(ctx.db, roleId, userIds);
}

/** Revokes a role from all `userIds` or from none. @throws notFound, roleIsAdmin, userIsSelf, userAboveAsker */
export async function take(ctx: Context, roleId: number, userIds: number[]): Promise<void> {
  await target(ctx, roleId);
  await ensurePeople(ctx, userIds);
  await queries.take(ctx.db, roleId, userIds);
}

/** Requires all users in scope. Only administrators may change their own roles and those of administrators. */
async function ensurePeople({ db, scope, actor }: Context, userIds: number[]) {
  const ids = [...new Set(userIds)];
  const people = await queries.lock(db, scope, ids);
  if (people.length < ids.length) throw new Problem('notFound');
  if (actor.admin) return;
  if (ids.includes(actor.userId)) throw new Problem('userIsSelf', { field: 'userIds' });
  const above = people.find(({ admin }) => admin);
  if (above) throw new Problem('userAboveAsker', { userName: above.userName });
}
