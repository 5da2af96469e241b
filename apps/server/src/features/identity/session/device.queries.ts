import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export interface Visit {
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
}

const digestOfPassword = sql<Buffer>`sha256(convert_to(users.password, 'UTF8'))`;

/** Devices whose ticket may still be good: of a user in use, of today's password, and no older than the setting allows. */
export const liveDevice: RawBuilder<boolean> = sql<boolean>`(users.status = '0' and users.del_flag = '0'
  and device.password_digest = ${digestOfPassword}
  and device.create_time > now() - make_interval(days => (
    select config_value::int from config where config_key = 'suyuan.device.days')))`;

/** Remembers a browser; resolves to undefined while the setting remembers none. */
export async function insert(
  db: Db,
  { deviceId, userId, ticketHash, ipaddr, loginLocation, browser, os }: Visit & { deviceId: string; userId: number; ticketHash: Buffer },
) {
  const { rows } = await sql<{ deviceId: string }>`
    insert into device (device_id, user_id, ticket_hash, password_digest, ipaddr, login_location, browser, os)
    select ${deviceId}::uuid, user_id, ${ticketHash}, ${digestOfPassword}, ${ipaddr}, ${loginLocation}, ${browser}, ${os} from users
    where user_id = ${userId} and exists (select from config where config_key = 'suyuan.device.days' and config_value::int > 0)
    returning device_id`.execute(db);
  return rows[0];
}

const select = (db: Db) =>
  db
    .selectFrom('device')
    .innerJoin('users', 'users.userId', 'device.userId')
    .select(['device.userId', 'users.userName', 'ticketHash', 'spentHash', 'spentKey', 'device.createTime'])
    .select([liveDevice.as('alive'), sql<boolean>`use_time > now() - interval '10 seconds'`.as('justUsed')]);

export const find = (db: Db, deviceId: string) => select(db).where('deviceId', '=', deviceId).executeTakeFirst();

/**
 * A device with its user, held until the transaction ends: two who bring its ticket at once come one after the other. The user first,
 * as whoever ends an account's sessions holds it first too: neither waits for what the other has.
 */
export const lock = (db: Db, deviceId: string) =>
  select(db).where('deviceId', '=', deviceId).forNoKeyUpdate(['users', 'device']).executeTakeFirst();

/** Puts a new ticket in place of the one that was brought. */
export const rotate = (db: Db, deviceId: string, row: Visit & { ticketHash: Buffer; spentHash: Buffer; spentKey: Buffer | null }) =>
  db
    .updateTable('device')
    .set({ ...row, useTime: sql<string>`now()` })
    .where('deviceId', '=', deviceId)
    .execute();

/** Forgets a device, if it is this user's. */
export const remove = (db: Db, userId: number, deviceId: string) =>
  db.deleteFrom('device').where('deviceId', '=', deviceId).where('userId', '=', userId).returning('deviceId').executeTakeFirst();

/** Forgets devices whose ticket nobody can use any more. */
export const removeDead = (db: Db) =>
  db.deleteFrom('device').using('users').whereRef('users.userId', '=', 'device.userId').where(sql<boolean>`not ${liveDevice}`).execute();
