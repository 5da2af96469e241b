import { refusing } from '../../../platform/db/constraint.ts';
import { ensureConfirmed } from '../../../platform/http/confirmed.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as roleService from '../role/role.service.ts';
import * as queries from './user-record.queries.ts';

/** The built-in administrator: user 1 of every installation, holder of role 1. */
export const ADMIN = 1;

type Asker = Pick<Context, 'db' | 'scope' | 'actor'>;
export type Target = Awaited<ReturnType<typeof queries.lock>>[number];

/**
 * Locks the users that somebody is about to change, all of them or none.
 * @throws notFound where one is not there or not in scope, userIsAdmin, userAboveAsker
 */
export async function targets({ db, scope, actor }: Asker, userIds: number[]): Promise<Target[]> {
  const users = await queries.lock(db, scope, userIds);
  if (users.length < userIds.length) throw new Problem('notFound');
  for (const user of users) validate(actor, user);
  return users;
}

/** The same of one. */
export async function target(asker: Asker, userId: number): Promise<Target> {
  const [user] = await targets(asker, [userId]);
  if (!user) throw new Problem('notFound');
  return user;
}

/** @throws userIsAdmin, userAboveAsker */
export function validate(actor: Context['actor'], { userId, userName, admin }: { userId: number; userName: string; admin: boolean }) {
  if (userId === ADMIN) throw new Problem('userIsAdmin', { userName });
  if (admin && !actor.admin) throw new Problem('userAboveAsker', { userName });
}

/** What nobody does to themselves. @throws userIsSelf */
export function ensureOther(actor: Context['actor'], userIds: number[], field?: string) {
  if (userIds.includes(actor.userId)) throw new Problem('userIsSelf', { ...(field && { field }) });
}

/**
 * A department that the asker sees; none at all only by those who see everything, as nobody else would see the user again.
 * @throws referenceNotFound
 */
export async function ensureDepartment({ db, scope }: Asker, deptId: number | null | undefined) {
  const seen = deptId ? (await queries.visibleDepartments(db, scope, [deptId])).length > 0 : scope === 'all';
  if (!seen) throw new Problem('referenceNotFound', { field: 'deptId', title: 'system.user.deptId' });
}

/**
 * Roles that are given or taken away must be the asker's to give: the administrator's role is only an administrator's, nobody else
 * changes their own, and nobody else gives more than they have.
 * @throws passwordNeeded, userIsSelf, roleNotGrantable, roleMenusBeyondOwn, roleScopeBeyondOwn
 */
export async function ensureGrantable(ctx: Context, userId: number | undefined, held: number[], wanted: number[]) {
  const { db, scope, actor } = ctx;
  const added = [...new Set(wanted.filter((id) => !held.includes(id)))];
  const moved = [...added, ...held.filter((id) => !wanted.includes(id))];
  if (moved.length === 0) return;
  ensureConfirmed(actor);
  if (!actor.admin && userId === actor.userId) throw new Problem('userIsSelf', { field: 'roleIds' });
  const grantable = (await queries.roles(db, scope, actor)).map(({ roleId }) => roleId);
  const foreign = moved.find((id) => !grantable.includes(id));
  if (foreign !== undefined) throw new Problem('roleNotGrantable', { field: 'roleIds', roleId: foreign });
  await roleService.ensureGrantable(ctx, added);
}

/** Somebody whose roles can do and see no more than the asker's. @throws userBeyondAsker */
export async function ensureNoMore(ctx: Context, { userName, roleIds }: Target) {
  await roleService.ensureGrantable(ctx, roleIds).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('userBeyondAsker', { userName }, { cause: error }) : error;
  });
}

/** A number and an address reach one person. @throws userPhoneTaken, userEmailTaken */
export const reachedOnce = <T>(
  { phonenumber, email }: { phonenumber?: string | undefined; email?: string | undefined },
  write: Promise<T>,
) =>
  refusing(
    { users_phonenumber_key: 'userPhoneTaken' },
    { field: 'phonenumber', phonenumber },
    refusing({ users_email_key: 'userEmailTaken' }, { field: 'email', email }, write),
  );
