import { randomInt } from 'node:crypto';
import { type ProfileInput, type User, UserName } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as passwordService from '../password/password.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as queries from './user.queries.ts';
import { ADMIN, mapWriteErrors } from './user-record.service.ts';

/** Lowercase letters and digits without look-alikes. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password that is easy to read and type: `k7m2p-xw4hq-…`, 20 characters of 31, 99 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')).join('-');

/** Initial department of the administrator and of users added by `addByOperator`. */
const FIRST_DEPT = 103;

export interface NewAccount {
  userName: string;
  /** Generated plain text, returned once and never stored. */
  password: string;
}

/**
 * Adds a user with one role, for the server operator. The generated password must be changed at the first sign-in.
 * @throws userNameWrong, roleUnknown, userNameTaken
 */
export async function addByOperator(db: Db, { userName, roleKey }: { userName: string; roleKey: string }): Promise<NewAccount> {
  if (!UserName.safeParse(userName).success) throw new Problem('userNameWrong', { userName });
  const role = await queries.findRole(db, roleKey);
  if (!role) throw new Problem('roleUnknown', { roleKey, known: await queries.roleKeys(db) });
  const password = generatePassword();
  const hash = await passwordService.hash(password);
  await inTransaction(db, async (tx) => {
    const { userId } = await mapNameErrors(
      userName,
      queries.insert(tx, { userName, nickName: userName, password: hash, deptId: FIRST_DEPT }),
    );
    await queries.assignRole(tx, userId, role.roleId);
  });
  return { userName, password };
}

/** All accounts by id, for the operator's command. */
export const listByOperator = (db: Db): Promise<User[]> => queries.listAll(db);

/** Disables an account and ends its sessions. False if the name is unknown. */
export async function disableByOperator(db: Db, userName: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await queries.disable(tx, userName);
    if (user) await sessionService.closeAll(tx, [user.userId]);
    return user !== undefined;
  });
}

/** Adds a self-registered user without role or department. @throws userNameTaken */
export async function addRegistered(db: Db, { userName, password }: NewAccount): Promise<number> {
  const hash = await passwordService.hash(password);
  const user = { userName, nickName: userName, password: hash, pwdUpdateDate: 'now' } as const;
  return (await mapNameErrors(userName, queries.insert(db, user))).userId;
}

/** Adds a built-in or sample account. Undefined if it already exists. */
export async function addMissing(
  db: Db,
  {
    roleKey,
    password,
    ...user
  }: { userId?: number; userName: string; nickName: string; roleKey: string; sample: boolean; password: string },
): Promise<number | undefined> {
  const hash = await passwordService.hash(password);
  return inTransaction(db, async (tx) => {
    const added = await queries.insertMissing(tx, { ...user, password: hash, deptId: FIRST_DEPT });
    const role = added && orNotFound(await queries.findRole(tx, roleKey));
    if (role) await queries.assignRole(tx, added.userId, role.roleId);
    return added?.userId;
  });
}

/** Sets a generated administrator password, ends all sessions and lifts a lock. @throws notFound */
export async function resetAdminPassword(db: Db): Promise<NewAccount> {
  const password = generatePassword();
  const { userName } = orNotFound(await queries.resetPassword(db, ADMIN, await passwordService.hash(password)));
  await sessionService.closeAll(db, [ADMIN]);
  await passwordService.unlock(db, userName);
  return { userName, password };
}

/** Sets the password of a sample account. Undefined if there is none with that name. */
export const renewSample = async (db: Db, userName: string, password: string): Promise<number | undefined> =>
  (await queries.renewSample(db, userName, await passwordService.hash(password)))?.userId;

export const hasAdmin = async (db: Db) => (await queries.find(db, ADMIN)) !== undefined;

/** The user's own record with enabled roles only. @throws notFound */
export async function read(db: Db, userId: number): Promise<User> {
  const user = orNotFound(await queries.find(db, userId));
  return { ...user, roles: user.roles.filter(({ status }) => status === '0') };
}

/** Changes the user's own profile. @throws userPhoneTaken, userEmailTaken */
export async function editProfile({ db, actor }: Context, changes: ProfileInput): Promise<void> {
  await mapWriteErrors(changes, queries.updateProfile(db, actor.userId, changes));
}

const mapNameErrors = <T>(userName: string, write: Promise<T>) =>
  mapConstraintErrors({ users_user_name_key: 'userNameTaken' }, { field: 'username', userName }, write);
