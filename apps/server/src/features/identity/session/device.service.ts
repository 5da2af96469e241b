import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as queries from './device.queries.ts';
import * as sessionService from './session.service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** A ticket is the device id plus 256 random bits, renewed at each use: `0190…-….k3Jx…`. */
const newTicket = (deviceId: string) => `${deviceId}.${randomBytes(32).toString('base64url')}`;
const deviceOf = (ticket: string) => /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(ticket)?.[1];

/** Remembers a browser after a sign-in by password. Undefined while the setting is off. */
export async function remember(db: Db, holder: queries.Visit & { userId: number }) {
  const deviceId = randomUUID();
  const ticket = newTicket(deviceId);
  const row = await queries.insert(db, { ...holder, deviceId, ticketHash: hashOf(ticket) });
  return row && { deviceId, ticket };
}

/** Result of using a ticket: taken, with the next one; already used just now; or invalid. */
type Spending =
  | { kind: 'taken'; userId: number; userName: string; deviceId: string; ticket: string; passwordTime: string }
  | { kind: 'spent' | 'dead' };

interface Brought {
  userName: string;
  ticket: string;
  /** Idempotency key of the request. */
  key: string;
}

/**
 * Checks a ticket of this user. `taken`: the current one, or the previous one retried under the same key. `spent`: the previous one, if
 * used just now.
 */
function validateTicket(device: Awaited<ReturnType<typeof queries.find>>, { userName, ticket, key }: Brought) {
  if (!device || device.userName.toLowerCase() !== userName.toLowerCase()) return undefined;
  const [brought, spentKey] = [hashOf(ticket), key ? hashOf(key) : null];
  const good = timingSafeEqual(brought, device.ticketHash);
  const before = !good && device.spentHash?.equals(brought) === true;
  const again = before && spentKey !== null && device.spentKey?.equals(spentKey) === true;
  return { ...device, brought, spentKey, taken: device.alive && (good || again), spent: before && !again && device.justUsed };
}

/** The device of a valid ticket of this user. The ticket is not used up. */
export async function recognise(db: Db, brought: Brought): Promise<string | undefined> {
  const deviceId = deviceOf(brought.ticket);
  const device = deviceId === undefined ? undefined : validateTicket(await queries.find(db, deviceId), brought);
  return device?.alive && (device.taken || device.spent) ? deviceId : undefined;
}

/**
 * Uses a ticket and returns the next one. The caller's transaction must commit in any case: reuse of an old ticket indicates a copy, and
 * removes the device with its sessions. A retry under the same `key` gets a replacement ticket. Of two concurrent requests with different
 * keys, the second gets `spent` and the device stays.
 */
export async function spend(db: Db, { visit, ...given }: Brought & { visit: queries.Visit }): Promise<Spending> {
  const deviceId = deviceOf(given.ticket);
  const device = deviceId === undefined ? undefined : validateTicket(await queries.lock(db, deviceId), given);
  if (deviceId === undefined || !device) return { kind: 'dead' };
  const { brought, spentKey } = device;
  if (device.spent) return { kind: 'spent' };
  if (!device.taken) {
    await forget(db, device.userId, deviceId);
    return { kind: 'dead' };
  }
  const next = newTicket(deviceId);
  await queries.rotate(db, deviceId, { ...visit, ticketHash: hashOf(next), spentHash: brought, spentKey });
  await sessionService.closeOfDevice(db, device.userId, deviceId);
  return { kind: 'taken', userId: device.userId, userName: device.userName, deviceId, ticket: next, passwordTime: device.createTime };
}

/** Removes the ticket's device if it belongs to this user, after another sign-in or on request. */
export async function retire(db: Db, userId: number, ticket: string): Promise<void> {
  const deviceId = deviceOf(ticket);
  if (deviceId) await forget(db, userId, deviceId);
}

/** Removes a device of a user and ends the sessions that it opened. */
export async function forget(db: Db, userId: number, deviceId: string) {
  await sessionService.closeOfDevice(db, userId, deviceId);
  return queries.remove(db, userId, deviceId);
}

/**
 * Ends a session or removes a device from the user's own list, including the ticket of that browser.
 * @param id of a session or of a device
 * @throws notFound
 */
export async function end({ db, actor: { userId } }: Context, id: string): Promise<void> {
  const session = await sessionService.closeOwn(db, userId, id);
  const deviceId = session ? session.deviceId : id;
  const device = deviceId && (await forget(db, userId, deviceId));
  if (!session && !device) throw new Problem('notFound');
}

export const sweep = (db: Db) => queries.removeDead(db);
