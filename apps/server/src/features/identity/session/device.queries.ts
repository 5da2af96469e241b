import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface ClientDescription {
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
}

const digestOfPassword = sql<Buffer>`sha256(convert_to(users.password, 'UTF8'))`;

/** Devices with a usable ticket: active user, current password, younger than the setting's limit. */
export const liveDevice: RawBuilder<boolean> = sql<boolean>`(users.status = '0' and users.del_flag = '0'
  and device.password_digest = ${digestOfPassword}
  and device.create_time > now() - make_interval(days => (
    select config_value::int from setting where config_key = 'suyuan.device.days')))`;

/** Stores a remembered browser. Undefined while the setting is off. */
export async function insert(
  db: Db,
  {
    deviceId,
    userId,
    ticketHash,
    ipaddr,
    loginLocation,
    browser,
    os,
  }: ClientDescription & { deviceId: string; userId: number; ticketHash: Buffer },
) {
  const { rows } = await sql<{ deviceId: string }>`
    insert into device (device_id, user_id, ticket_hash, password_digest, ipaddr, login_location, browser, os)
    select ${deviceId}::uuid, user_id, ${ticketHash}, ${digestOfPassword}, ${ipaddr}, ${loginLocation}, ${browser}, ${os} from users
    where user_id = ${userId} and exists (select from setting where config_key = 'suyuan.device.days' and config_value::int > 0)
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
 * Locks a device and its user, so that concurrent uses of its ticket run in sequence. The user is locked first, as when an account's
 * sessions end, which avoids deadlocks.
 */
export const lock = (db: Db, deviceId: string) =>
  select(db).where('deviceId', '=', deviceId).forNoKeyUpdate(['users', 'device']).executeTakeFirst();

export const rotate = (
  db: Db,
  deviceId: string,
  row: ClientDescription & { ticketHash: Buffer; spentHash: Buffer; spentKey: Buffer | null },
) =>
  db
    .updateTable('device')
    .set({ ...row, useTime: sql<string>`now()` })
    .where('deviceId', '=', deviceId)
    .execute();

export const remove = (db: Db, userId: number, deviceId: string) =>
  db.deleteFrom('device').where('deviceId', '=', deviceId).where('userId', '=', userId).returning('deviceId').executeTakeFirst();

/** Removes devices whose ticket is no longer valid. */
export const removeDead = (db: Db) =>
  db.deleteFrom('device').using('users').whereRef('users.userId', '=', 'device.userId').where(sql<boolean>`not ${liveDevice}`).execute();
