import { fitsPasswordClass } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as sessionService from '../session/session.service.ts';
import { runInSequence } from './in-turn.ts';
import * as queries from './password.queries.ts';
import { type Comparison, compare, hash } from './password-hash.ts';
import { isStrong } from './password-strength.ts';

export { compare, hash } from './password-hash.ts';

const MIN_LENGTH = 15;

/**
 * Validates a chosen password: length, required character classes, not easy to guess.
 * @param owner name and number that must not occur in it; `field` is the input field
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

/** Whether the configured initial password is acceptable. A note such as "random" is not. */
export const isUsable = (db: Db, password: string): Promise<boolean> =>
  ensureStrong(db, password, { userName: '' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/** Attempts are counted by user name, or by remembered device of the user. */
interface AttemptWindow {
  userName: string;
  deviceId?: string | undefined;
}

/**
 * Compares a password if attempts are left. Unknown names are counted too. Each remembered device has a separate count, so wrong passwords
 * from elsewhere lock the name but not the device. `db` is the pool, not a transaction: a failed attempt counts although the caller's work
 * is refused.
 * @throws accountLocked, deviceLocked
 */
export async function tryPassword<T extends Pick<Comparison, 'right'>>(
  db: Db,
  { userName, deviceId }: AttemptWindow,
  comparison: () => Promise<T>,
): Promise<T> {
  const name = normaliseName(userName);
  const settings = await configService.getMany(db, ['suyuan.lock.failures', 'suyuan.lock.minutes']);
  const lock = { failures: Number(settings['suyuan.lock.failures']) || 5, minutes: Number(settings['suyuan.lock.minutes']) || 10 };
  const refusal = (problem: 'accountLocked' | 'deviceLocked') => new Problem(problem, { count: lock.failures, minutes: lock.minutes });
  return runInSequence(deviceId ?? `name ${name}`, async () => {
    const isCountedOnDevice = deviceId !== undefined && (await queries.useDeviceAttempt(db, deviceId, lock)) !== undefined;
    if (!isCountedOnDevice) {
      // a device removed meanwhile is treated like an unknown one
      if (deviceId !== undefined && (await queries.findDevice(db, deviceId))) throw refusal('deviceLocked');
      if (!(await queries.useAttempt(db, name, lock))) throw refusal('accountLocked');
    }
    const outcome = await comparison();
    if (outcome.right) await (isCountedOnDevice ? queries.clearDeviceAttempts(db, deviceId) : queries.clearAttempts(db, name));
    return outcome;
  });
}

/** Spellings that look like the same name share one count. */
const normaliseName = (userName: string) => userName.trim().normalize('NFKC').toLowerCase();

/** Unlocks a name and its remembered devices. */
export async function unlock(db: Db, userName: string): Promise<void> {
  await queries.clearAttempts(db, normaliseName(userName));
  await queries.clearAttemptsOfDevices(db, normaliseName(userName));
}

export const unlockAll = (db: Db) => queries.clearAllAttempts(db);

/**
 * Verifies the signed-in user's password and records the confirmation. On a remembered device, attempts count for the device.
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

/** Checks that a new password is strong and different. @throws passwordSame, passwordWeak, passwordClassWrong */
export async function ensureNew({ actor, db }: Context, { oldPassword, newPassword }: { oldPassword: string; newPassword: string }) {
  if (oldPassword === newPassword) throw new Problem('passwordSame', { field: 'newPassword' });
  const phonenumber = (await queries.find(db, actor.userId))?.phonenumber;
  await ensureStrong(db, newPassword, { userName: actor.userName, ...(phonenumber && { phonenumber }) });
  return hash(newPassword);
}

/**
 * Stores the new hash, ends the user's other sessions and removes all tickets.
 * @throws passwordWrong if the hash has changed concurrently
 */
export async function change({ db, actor }: Pick<Context, 'db' | 'actor'>, hashes: { from: string; to: string }): Promise<void> {
  if (!(await queries.replace(db, actor.userId, hashes))) throw new Problem('passwordWrong', { field: 'oldPassword' });
  await sessionService.closeOthers(db, actor.userId, actor.sessionId);
  await sessionService.clearDevices(db, actor.userId);
}
