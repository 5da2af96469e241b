import type { ChangesOf, InputOf, QueryOf, User, UserChoices, users } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import { ensureDepartment, ensureGrantable, ensureNotSelf, mapContactErrors, lockTarget, lockTargets } from './user-guard.ts';
import * as queries from './user-record.queries.ts';

type Users = typeof users;

export const list = ({ db, scope }: Context, query: QueryOf<Users>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, userId: number): Promise<User> => orNotFound(await queries.find(db, scope, userId));

/** Form choices of a user. The administrator role is included only if they hold it. */
export async function choices({ db, scope, actor }: Context, user?: User): Promise<UserChoices> {
  const roles = await queries.listGrantableRoles(db, scope, actor, user?.userId);
  return { roles: roles.filter(({ admin }) => !admin || user?.admin), posts: await queries.listPosts(db) };
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
  const nameParams = { field: 'userName', userName: input.userName };
  const { userId } = await mapContactErrors(input, mapConstraintErrors({ users_user_name_key: 'userNameTaken' }, nameParams, queries.insert(db, row)));
  await replaceLinks(ctx, userId, roleIds, postIds);
  return userId;
}

/**
 * Name and password cannot be edited here.
 * @throws notFound, recordStale, userIsAdmin, userAboveAsker, userIsSelf, referenceNotFound, roleNotGrantable, userPhoneTaken,
 * userEmailTaken
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
  await mapContactErrors(changes, queries.update(db, userId, changes, actor.userId));
  await replaceLinks(ctx, userId, roleIds, postIds);
  if (changes.status === '1') await sessionService.closeAll(db, [userId]);
}

/** Removes all or none. @throws userIsSelf, notFound, userIsAdmin, userAboveAsker */
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
