import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as queries from './device.queries.ts';
import * as sessionService from './session.service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** A ticket names its device and adds 256 random bits, new at each use: `0190…-….k3Jx…`. */
const newTicket = (deviceId: string) => `${deviceId}.${randomBytes(32).toString('base64url')}`;
const deviceOf = (ticket: string) => /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(ticket)?.[1];

/** Remembers the browser of somebody who gave the password just now; undefined while the setting remembers none. */
export async function remember(db: Db, holder: queries.Visit & { userId: number }) {
  const deviceId = randomUUID();
  const ticket = newTicket(deviceId);
  const row = await queries.insert(db, { ...holder, deviceId, ticketHash: hashOf(ticket) });
  return row && { deviceId, ticket };
}

/** What became of a ticket: taken, with the next one; brought a second time just now; or good for nothing. */
type Spending =
  | { kind: 'taken'; userId: number; userName: string; deviceId: string; ticket: string; passwordTime: string }
  | { kind: 'spent' | 'dead' };

interface Brought {
  userName: string;
  ticket: string;
  /** Of the request, which may be a repetition. */
  key: string;
}

/**
 * Whether a ticket is the one that is due from a device of this user: the present one, the one before where it was spent this moment, or
 * where its answer was lost and it comes again under the same key.
 */
function validateTicket(device: Awaited<ReturnType<typeof queries.find>>, { userName, ticket, key }: Brought) {
  if (!device || device.userName.toLowerCase() !== userName.toLowerCase()) return undefined;
  const [brought, spentKey] = [hashOf(ticket), key ? hashOf(key) : null];
  const good = timingSafeEqual(brought, device.ticketHash);
  const before = !good && device.spentHash?.equals(brought) === true;
  const again = before && spentKey !== null && device.spentKey?.equals(spentKey) === true;
  return { ...device, brought, spentKey, taken: device.alive && (good || again), spent: before && !again && device.justUsed };
}

/** The device of this user that a ticket names, where the ticket is the one that is due from it; nothing is spent. */
export async function recognise(db: Db, brought: Brought): Promise<string | undefined> {
  const deviceId = deviceOf(brought.ticket);
  const device = deviceId === undefined ? undefined : validateTicket(await queries.find(db, deviceId), brought);
  return device?.alive && (device.taken || device.spent) ? deviceId : undefined;
}

/**
 * Takes a ticket and answers the next one. Within a transaction that commits whatever becomes of it: a ticket that was good long ago is
 * a copy in other hands, and forgets the device with all its sessions.
 * Who lost the answer asks again under the same `key` and gets another ticket in its place; of two who bring one ticket at once, under
 * keys of their own, the second is told `spent` and the device lives on.
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

/** Forgets the device that a ticket names, where it is this user's: another way in was taken, or the person wants it so. */
export async function retire(db: Db, userId: number, ticket: string): Promise<void> {
  const deviceId = deviceOf(ticket);
  if (deviceId) await forget(db, userId, deviceId);
}

/** Forgets a device of a user, and ends the sessions that it opened. */
export async function forget(db: Db, userId: number, deviceId: string) {
  await sessionService.closeOfDevice(db, userId, deviceId);
  return queries.remove(db, userId, deviceId);
}

/**
 * Signs the person out where a list of theirs says they are signed in or remembered, that browser's ticket included.
 * @param id of a session or of a device @throws notFound
 */
export async function end({ db, actor: { userId } }: Context, id: string): Promise<void> {
  const session = await sessionService.closeOwn(db, userId, id);
  const deviceId = session ? session.deviceId : id;
  const device = deviceId && (await forget(db, userId, deviceId));
  if (!session && !device) throw new Problem('notFound');
}

/** Forgets devices beyond their limits. */
export const sweep = (db: Db) => queries.removeDead(db);
