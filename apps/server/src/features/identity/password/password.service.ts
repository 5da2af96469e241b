import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { fitsPasswordClass, lengthOf } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as queries from './password.queries.ts';

/** Common passwords, one per line. Variations are normalized before the lookup. */
const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

const LEET: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };
const replaceLeet = (text: string) => text.replace(/[@431!0$57]/g, (character) => LEET[character] ?? character);
const trimNonLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Keyboard rows and the alphabet, in both directions. */
const keyboardRuns = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '01234567890123456789',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** The repeated unit of a text: `abcabcabcabc` or `aaaaaaaa` is as weak as its unit. */
const repeatedUnit = (text: string) => /^(.{1,8}?)\1+$/su.exec(text)?.[1] ?? text;

/** Whether a password is common: a listed word, also with digits, signs or letter substitutions, a keyboard run, or a repetition. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase().replace(/[\s_.-]/g, '');
  const core = repeatedUnit(lower);
  if (core.length < 4) return true;
  const variants = [
    lower,
    core,
    trimNonLetters(core),
    replaceLeet(core),
    trimNonLetters(replaceLeet(core)),
    replaceLeet(trimNonLetters(core)),
  ];
  return variants.some(
    (variant) => commonPasswords.has(variant) || keyboardRuns.some((run) => variant.length > 3 && run.includes(variant)),
  );
}

/**
 * Whether a password is long enough, not common, and free of the owner's data.
 * @param ownerWords name, number, company; values under three characters are ignored
 */
export function isStrong(password: string, ownerWords: string[], minLength: number): boolean {
  if (lengthOf(password) < minLength || isCommon(password)) return false;
  const lower = password.toLowerCase();
  return !ownerWords.some((word) => lengthOf(word) > 2 && lower.includes(word.toLowerCase()));
}

/** OWASP's parameters for argon2id plus one iteration: about 9 ms and 19 MiB per hash. */
const COST = { memoryCost: 19_456, timeCost: 3, parallelism: 1 };

/** Hashes in PHC format. The full length of the password counts. */
export const hash = (password: string): Promise<string> => argon2(password, COST);

/** Compared for unknown users, so that response time does not reveal whether a name exists. */
const dummyHash = hash('nobody has this password');

interface Comparison {
  right: boolean;
  /** New hash to store if the stored one uses another algorithm (bcrypt, from RuoYi imports). */
  upgraded?: string;
}

/** Compares with a stored hash. Without one, takes the same time and returns false. */
export async function compare(password: string, stored: string | undefined): Promise<Comparison> {
  if (stored !== undefined && /^\$2[aby]\$/.test(stored)) {
    const right = await bcryptVerify(password, stored).catch(() => false);
    return right ? { right, upgraded: await hash(password) } : { right };
  }
  const argonHash = stored?.startsWith('$argon2id$') ? stored : undefined;
  const right = await argon2Verify(argonHash ?? (await dummyHash), password).catch(() => false);
  return { right: right && argonHash !== undefined };
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs jobs of one `key` in sequence within this process. Concurrent sign-ins of one user are then not counted as failures in progress.
 * Across processes only the count in the database applies.
 */
async function runInSequence<T>(key: string, work: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve();
  const current = previous.then(work, work);
  const tail = current.catch(() => {});
  queues.set(key, tail);
  try {
    return await current;
  } finally {
    if (queues.get(key) === tail) queues.delete(key);
  }
}

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
  const settings = await settingService.getMany(db, ['suyuan.password.minLength', 'sys.account.chrtype', 'suyuan.footer.company']);
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

/**
 * A failed attempt takes at least this long: comparing with an imported bcrypt hash takes 60 to 130 ms, which would reveal that the account
 * exists.
 */
const FAILURE_TIME_MS = 200;

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
  const settings = await settingService.getMany(db, ['suyuan.lock.failures', 'suyuan.lock.minutes']);
  const lock = { failures: Number(settings['suyuan.lock.failures']) || 5, minutes: Number(settings['suyuan.lock.minutes']) || 10 };
  const refusal = (problem: 'accountLocked' | 'deviceLocked') => new Problem(problem, { count: lock.failures, minutes: lock.minutes });
  return runInSequence(deviceId ?? `name ${name}`, async () => {
    const isCountedOnDevice = deviceId !== undefined && (await queries.useDeviceAttempt(db, deviceId, lock)) !== undefined;
    if (!isCountedOnDevice) {
      // a device removed meanwhile is treated like an unknown one
      if (deviceId !== undefined && (await queries.findDevice(db, deviceId))) throw refusal('deviceLocked');
      if (!(await queries.useAttempt(db, name, lock))) throw refusal('accountLocked');
    }
    const failureTime = delay(FAILURE_TIME_MS);
    const outcome = await comparison();
    if (!outcome.right) await failureTime;
    else await (isCountedOnDevice ? queries.clearDeviceAttempts(db, deviceId) : queries.clearAttempts(db, name));
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
