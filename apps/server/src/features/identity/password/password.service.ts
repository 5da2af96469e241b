import { fitsPasswordClass } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as configService from '../../system/setting/setting.service.ts';
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

/** Where tries are counted: by the name that was typed, or by the remembered device of its owner that it was typed on. */
interface AttemptWindow {
  userName: string;
  deviceId?: string | undefined;
}

/**
 * Compares a password within the tries that are left. They are counted for any name, whether anybody has it or not, and apart from it for
 * each remembered device: wrong passwords from elsewhere lock the name, and the device still has its own tries.
 * `db` is the pool, never a transaction: a wrong try counts although what it was for is refused.
 * @throws accountLocked, deviceLocked
 */
export async function tryPassword<T extends Pick<Comparison, 'right'>>(
  db: Db,
  { userName, deviceId }: AttemptWindow,
  comparison: () => Promise<T>,
): Promise<T> {
  const name = countedName(userName);
  const settings = await configService.getMany(db, ['suyuan.lock.failures', 'suyuan.lock.minutes']);
  const lock = { failures: Number(settings['suyuan.lock.failures']) || 5, minutes: Number(settings['suyuan.lock.minutes']) || 10 };
  const refusal = (problem: 'accountLocked' | 'deviceLocked') => new Problem(problem, { count: lock.failures, minutes: lock.minutes });
  return inTurn(deviceId ?? `name ${name}`, async () => {
    const onDevice = deviceId !== undefined && (await queries.takeDeviceTry(db, deviceId, lock)) !== undefined;
    if (!onDevice) {
      // a device that was forgotten meanwhile is one like any other
      if (deviceId !== undefined && (await queries.findDevice(db, deviceId))) throw refusal('deviceLocked');
      if (!(await queries.takeTry(db, name, lock))) throw refusal('accountLocked');
    }
    const outcome = await comparison();
    if (outcome.right) await (onDevice ? queries.clearDeviceAttempts(db, deviceId) : queries.clearAttempts(db, name));
    return outcome;
  });
}

/** Every spelling of a name that could be taken for the same person counts as one. */
const countedName = (userName: string) => userName.trim().normalize('NFKC').toLowerCase();

/** Lets a locked name try again, and the devices that remember it. */
export async function unlock(db: Db, userName: string): Promise<void> {
  await queries.clearAttempts(db, countedName(userName));
  await queries.clearAttemptsOfDevices(db, countedName(userName));
}

/** Lets every locked name and device try again. */
export const unlockAll = (db: Db) => queries.clearAllAttempts(db);

/**
 * Takes the signed-in person's password again and notes that it was right. On a remembered device its own tries count.
 * @throws accountLocked, deviceLocked, passwordWrong
 */
export async function confirm({ actor, installation: { db } }: Context, password: string): Promise<string> {
  const stored = (await queries.find(db, actor.userId))?.password;
  const deviceId = await sessionService.deviceOf(db, actor.sessionId);
  const { right } = await tryPassword(db, { userName: actor.userName, deviceId }, () => compare(password, stored));
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
  await sessionService.clearDevices(db, actor.userId);
}
