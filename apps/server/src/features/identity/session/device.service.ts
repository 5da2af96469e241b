import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './device.queries.ts';
import * as sessionService from './session.service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** A ticket is the device id plus 256 random bits, renewed at each use: `0190…-….k3Jx…`. */
const newTicket = (deviceId: string) => `${deviceId}.${randomBytes(32).toString('base64url')}`;
const deviceIdOf = (ticket: string) => /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(ticket)?.[1];

/** Remembers a browser after a sign-in by password. Undefined while the setting is off. */
export async function remember(db: Db, owner: queries.ClientDescription & { userId: number }) {
  const deviceId = randomUUID();
  const ticket = newTicket(deviceId);
  const row = await queries.insert(db, { ...owner, deviceId, ticketHash: hashOf(ticket) });
  return row && { deviceId, ticket };
}

/** Result of using a ticket: taken, with the next one; already used just now; or invalid. */
type TicketResult =
  | { kind: 'taken'; userId: number; userName: string; deviceId: string; ticket: string; passwordTime: string }
  | { kind: 'spent' | 'dead' };

interface TicketInput {
  userName: string;
  ticket: string;
  /** Idempotency key of the request. */
  key: string;
}

/**
 * Checks a ticket of this user. `isAccepted`: the current one, or the previous one retried under the same key. `isSpent`: the previous one, if
 * used just now.
 */
function validateTicket(device: Awaited<ReturnType<typeof queries.find>>, { userName, ticket, key }: TicketInput) {
  if (!device || device.userName.toLowerCase() !== userName.toLowerCase()) return undefined;
  const [presentedHash, spentKey] = [hashOf(ticket), key ? hashOf(key) : null];
  const isCurrent = timingSafeEqual(presentedHash, device.ticketHash);
  const isPrevious = !isCurrent && device.spentHash?.equals(presentedHash) === true;
  const isRetry = isPrevious && spentKey !== null && device.spentKey?.equals(spentKey) === true;
  return {
    ...device,
    presentedHash,
    spentKey,
    isAccepted: device.alive && (isCurrent || isRetry),
    isSpent: isPrevious && !isRetry && device.justUsed,
  };
}

/** The device of a valid ticket of this user. The ticket is not used up. */
export async function recognise(db: Db, input: TicketInput): Promise<string | undefined> {
  const deviceId = deviceIdOf(input.ticket);
  const device = deviceId === undefined ? undefined : validateTicket(await queries.find(db, deviceId), input);
  return device?.alive && (device.isAccepted || device.isSpent) ? deviceId : undefined;
}

/**
 * Uses a ticket and returns the next one. The caller's transaction must commit in any case: reuse of an old ticket indicates a copy, and
 * removes the device with its sessions. A retry under the same `key` gets a replacement ticket. Of two concurrent requests with different
 * keys, the second gets `isSpent` and the device stays.
 */
export async function spend(db: Db, { client, ...input }: TicketInput & { client: queries.ClientDescription }): Promise<TicketResult> {
  const deviceId = deviceIdOf(input.ticket);
  const device = deviceId === undefined ? undefined : validateTicket(await queries.lock(db, deviceId), input);
  if (deviceId === undefined || !device) return { kind: 'dead' };
  const { presentedHash, spentKey } = device;
  if (device.isSpent) return { kind: 'spent' };
  if (!device.isAccepted) {
    await remove(db, device.userId, deviceId);
    return { kind: 'dead' };
  }
  const nextTicket = newTicket(deviceId);
  await queries.rotate(db, deviceId, { ...client, ticketHash: hashOf(nextTicket), spentHash: presentedHash, spentKey });
  await sessionService.closeOfDevice(db, device.userId, deviceId);
  return { kind: 'taken', userId: device.userId, userName: device.userName, deviceId, ticket: nextTicket, passwordTime: device.createTime };
}

/** Removes the ticket's device if it belongs to this user, after another sign-in or on request. */
export async function retire(db: Db, userId: number, ticket: string): Promise<void> {
  const deviceId = deviceIdOf(ticket);
  if (deviceId) await remove(db, userId, deviceId);
}

/** Removes a device of a user and ends the sessions that it opened. */
export async function remove(db: Db, userId: number, deviceId: string) {
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
  const device = deviceId && (await remove(db, userId, deviceId));
  if (!session && !device) throw new Problem('notFound');
}

export const sweep = (db: Db) => queries.removeDead(db);
