import type { ChangesOf, InputOf, QueryOf, User, UserChoices, users } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { ensureDepartment, ensureGrantable, ensureOther, reachedOnce, target, targets } from './user-guard.ts';
import * as queries from './user-record.queries.ts';

type Users = typeof users;

export const list = ({ db, scope }: Context, query: QueryOf<Users>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, userId: number): Promise<User> => orNotFound(await queries.find(db, scope, userId));

/** Form choices of a user. The administrator role is included only if they hold it. */
export async function choices({ db, scope, actor }: Context, user?: User): Promise<UserChoices> {
  const roles = await queries.roles(db, scope, actor, user?.userId);
  return { roles: roles.filter(({ admin }) => !admin || user?.admin), posts: await queries.posts(db) };
}

/**
 * The user must change the initial password at the first sign-in.
 * @throws invalidInput, passwordWeak, referenceNotFound, roleNotGrantable, userNameTaken, userPhoneTaken, userEmailTaken
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
  const named = { field: 'userName', userName: input.userName };
  const { userId } = await reachedOnce(input, refusing({ users_user_name_key: 'userNameTaken' }, named, queries.insert(db, row)));
  await link(ctx, userId, roleIds, postIds);
  return userId;
}

/**
 * Name and password cannot be edited here.
 * @throws notFound, recordStale, userIsAdmin, userAboveAsker, userIsSelf, referenceNotFound, roleNotGrantable, userPhoneTaken,
 * userEmailTaken
 */
export async function edit(ctx: Context, userId: number, given: ChangesOf<Users>) {
  const { db, actor } = ctx;
  const { userName: _, password: __, roleIds, postIds, version, ...changes } = given;
  const user = await target(ctx, userId);
  if (version !== undefined && version !== user.version) throw new Problem('recordStale');
  if (changes.deptId !== undefined && changes.deptId !== user.deptId) {
    // A scope of "own department" would then cover another department.
    if (!actor.admin) ensureOther(actor, [userId], 'deptId');
    await ensureDepartment(ctx, changes.deptId);
  }
  if (changes.status === '1') ensureOther(actor, [userId]);
  if (roleIds) await ensureGrantable(ctx, userId, user.roleIds, roleIds);
  await reachedOnce(changes, queries.update(db, userId, changes, actor.userId));
  await link(ctx, userId, roleIds, postIds);
  if (changes.status === '1') await sessionService.closeAll(db, [userId]);
}

/** Removes all or none. @throws userIsSelf, notFound, userIsAdmin, userAboveAsker */
export async function remove(ctx: Context, userIds: number[]) {
  ensureOther(ctx.actor, userIds);
  await targets(ctx, userIds);
  await sessionService.closeAll(ctx.db, userIds);
  await queries.remove(ctx.db, userIds, ctx.actor.userId);
}

/** Replaces roles and posts if given. @throws referenceNotFound */
async function link({ db }: Context, userId: number, roleIds?: number[], postIds?: number[]) {
  const none = (field: string) => ({ field, title: `system.user.${field}` });
  if (roleIds)
    await refusing(
      { user_role_role_id_fkey: 'referenceNotFound' },
      none('roleIds'),
      queries.replaceRoles(db, userId, [...new Set(roleIds)]),
    );
  if (postIds)
    await refusing(
      { user_post_post_id_fkey: 'referenceNotFound' },
      none('postIds'),
      queries.replacePosts(db, userId, [...new Set(postIds)]),
    );
}
