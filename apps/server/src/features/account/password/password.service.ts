import { fitsPasswordClass } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as configService from '../../system/config/config.service.ts';
import * as sessionService from '../session/session.service.ts';
import { inTurn } from './in-turn.ts';
import * as queries from './password.queries.ts';
import { type Comparison, compare, hash } from './password-hash.ts';
import { isStrong } from './password-strength.ts';

export { compare, hash } from './password-hash.ts';

/** The setting's value where the setting is missing. */
const MIN_LENGTH = 15;

/**
 * Judges a password that its owner-to-be chose: long enough, of the characters that the setting asks for, hard to guess.
 * @param owner whose name and number must not be in it; `field` is where it was typed
 * @throws passwordWeak, passwordClassWrong
 */
export async function ensureStrong(
  db: Db,
  password: string,
  { userName, phonenumber = '', field = 'newPassword' }: { userName: string; phonenumber?: string; field?: string },
): Promise<void> {
  const settings = await configService.getMany(db, ['suyuan.password.minLength', 'sys.account.chrtype', 'suyuan.footer.company']);
  const min = Number(settings['suyuan.password.minLength']) || MIN_LENGTH;
  if (!isStrong(password, [userName, phonenumber, settings['suyuan.footer.company']], min))
    throw new Problem('passwordWeak', { field, min });
  const passwordClass = settings['sys.account.chrtype'];
  if (!fitsPasswordClass(password, passwordClass))
    throw new Problem('passwordClassWrong', { field, rule: `account.passwordClass.${passwordClass}` });
}

/** Whether a text that an administrator stored for new accounts would be accepted as their password; a note such as "random" is not. */
export const isUsable = (db: Db, password: string): Promise<boolean> =>
  ensureStrong(db, password, { userName: '' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/**
 * Compares a password within the tries that `userName` has left, counted for any name, whether anybody has it or not.
 * `db` is the pool, never a transaction: a wrong try counts although what it was for is refused.
 * @throws accountLocked
 */
export async function tryPassword<T extends Pick<Comparison, 'right'>>(db: Db, userName: string, comparison: () => Promise<T>): Promise<T> {
  const name = countedName(userName);
  const settings = await configService.getMany(db, ['suyuan.lock.failures', 'suyuan.lock.minutes']);
  const lock = { failures: Number(settings['suyuan.lock.failures']) || 5, minutes: Number(settings['suyuan.lock.minutes']) || 10 };
  return inTurn(name, async () => {
    const taken = await queries.takeTry(db, name, lock);
    if (!taken) throw new Problem('accountLocked', { count: lock.failures, minutes: lock.minutes });
    const outcome = await comparison();
    if (outcome.right) await queries.forgetTries(db, name);
    return outcome;
  });
}

/** Every spelling of a name that could be taken for the same person counts as one. */
const countedName = (userName: string) => userName.trim().normalize('NFKC').toLowerCase();

/** Lets a locked name try again. */
export async function unlock(db: Db, userName: string): Promise<void> {
  await queries.forgetTries(db, countedName(userName));
}

/** Lets every locked name try again. */
export const unlockAll = (db: Db) => queries.forgetAllTries(db);

/** Takes the signed-in person's password again and notes that it was right. @throws accountLocked, passwordWrong */
export async function confirm({ actor, installation: { db } }: Context, password: string): Promise<string> {
  const stored = (await queries.find(db, actor.userId))?.password;
  const { right } = await tryPassword(db, actor.userName, () => compare(password, stored));
  if (!right || stored === undefined) throw new Problem('passwordWrong', { field: 'password' });
  await sessionService.confirm(db, actor.sessionId);
  return stored;
}

/** What a change of password may be: different from the old one and strong. @throws passwordSame, passwordWeak, passwordClassWrong */
export async function ensureNew({ actor, db }: Context, { oldPassword, newPassword }: { oldPassword: string; newPassword: string }) {
  if (oldPassword === newPassword) throw new Problem('passwordSame', { field: 'newPassword' });
  const phonenumber = (await queries.find(db, actor.userId))?.phonenumber;
  await ensureStrong(db, newPassword, { userName: actor.userName, ...(phonenumber && { phonenumber }) });
  return hash(newPassword);
}

/** Puts the new hash in the old one's place; ends the person's other sessions and every ticket. @throws passwordWrong when somebody was faster */
export async function change({ db, actor }: Pick<Context, 'db' | 'actor'>, hashes: { from: string; to: string }): Promise<void> {
  if (!(await queries.replace(db, actor.userId, hashes))) throw new Problem('passwordWrong', { field: 'oldPassword' });
  await sessionService.closeOthers(db, actor.userId, actor.sessionId);
  await sessionService.forgetDevices(db, actor.userId);
}
