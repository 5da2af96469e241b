import type { Online, Page, Paging } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { type DataScope, usersInScope } from '../../../platform/db/scope.ts';
import { liveDevice } from './device.queries.ts';

interface RoleGrant {
  roleId: number;
  roleKey: string;
  dataScope: '1' | '2' | '3' | '4' | '5';
  deptIds: number[];
  permissions: string[];
}

/** Rights of each enabled role: permissions of its enabled menus, data scope and departments. */
export async function listGrants(db: Db, roleIds: readonly number[]): Promise<RoleGrant[]> {
  const { rows } = await sql<RoleGrant>`
    select role_id, role_key, data_scope,
      array(select dept_id from role_department where role_department.role_id = role.role_id order by dept_id) as dept_ids,
      array(select distinct trim(perm) from role_menu join menu using (menu_id), unnest(string_to_array(menu.perms, ',')) perm
        where role_menu.role_id = role.role_id and menu.status = '0' and trim(perm) <> '') as permissions
    from role where role_id = any(${[...roleIds]}::bigint[]) and status = '0'
    order by role_sort, role_id`.execute(db);
  return rows;
}

/** Absolute limit of a session: 604,800,000 ms. */
const MAX_AGE = sql`interval '7 days'`;

/** Idle limit of a session, by the setting. */
const idleLimit = sql`make_interval(mins => (select config_value::int from setting where config_key = 'suyuan.session.idleMinutes'))`;

/** Live sessions: within the absolute limit and the idle limit. */
const isLive = sql<boolean>`session.login_time > now() - ${MAX_AGE} and session.active_time > now() - ${idleLimit}`;

/** Seconds of an interval. */
const seconds = (interval: RawBuilder<unknown>) => sql<number>`extract(epoch from ${interval})::float8`;

/** Users who may sign in, with role ids and rights version. */
const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .select(['users.userId', 'users.userName', 'users.nickName', 'users.deptId', 'department.deptName'])
    .select([
      sql<number[]>`array(select role_id from user_role where user_role.user_id = users.user_id order by role_id)`.as('roleIds'),
      sql<number>`(select version from permission_version)`.as('rightsVersion'),
    ])
    .where('users.status', '=', '0')
    .where('users.delFlag', '=', '0');

/** Without those who do not exist or may not sign in. */
export const listUsers = (db: Db, userIds: readonly number[]) => selectUsers(db).where('users.userId', 'in', userIds).execute();

/**
 * The user and session of a token, with role ids and rights version; undefined if the token is not valid. Ages and limits are seconds from
 * now.
 */
export const findHolder = (db: Db, tokenHash: Buffer) =>
  selectUsers(db)
    .innerJoin('session', 'session.userId', 'users.userId')
    .select([
      'session.sessionId',
      seconds(sql`now() - session.confirm_time`).as('passwordAge'),
      seconds(sql`now() - session.active_time`).as('activeAge'),
      seconds(idleLimit).as('idleLimit'),
      seconds(sql`session.login_time + ${MAX_AGE} - now()`).as('timeLeft'),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .where(isLive)
    .executeTakeFirst();

export interface Holder {
  userId: number;
  ipaddr: string;
  browser: string;
  os: string;
  loginLocation: string;
  /** The remembered browser that opened the session or was created with it. */
  deviceId?: string | undefined;
  /** Time of the last password entry, if not now. A ticket does not count as a password. */
  confirmTime?: string | undefined;
}

export const insert = (db: Db, row: Holder & { tokenHash: Buffer }) =>
  db.insertInto('session').values(row).returning('sessionId').executeTakeFirstOrThrow();

/** Records activity. False if the session has ended. */
export const touch = async (db: Db, sessionId: number): Promise<boolean> => {
  const touched = db.updateTable('session').set({ activeTime: sql`now()` }).where('sessionId', '=', sessionId).returning('sessionId');
  return (await touched.executeTakeFirst()) !== undefined;
};

export const findDevice = (db: Db, sessionId: number) =>
  db.selectFrom('session').select('deviceId').where('sessionId', '=', sessionId).executeTakeFirst();

/** Records that the password was confirmed. */
export const confirm = (db: Db, sessionId: number) =>
  db.updateTable('session').set({ confirmTime: sql`now()` }).where('sessionId', '=', sessionId).execute();

export const isDevice = async (db: Db, deviceId: string): Promise<boolean> =>
  (await db.selectFrom('device').select('deviceId').where('deviceId', '=', deviceId).executeTakeFirst()) !== undefined;

export const isDisabled = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('users').select('status').where('userId', '=', userId).executeTakeFirst())?.status === '1';

export const remove = (db: Db, tokenHash: Buffer) =>
  db
    .deleteFrom('session')
    .using('users')
    .where('tokenHash', '=', tokenHash)
    .whereRef('users.userId', '=', 'session.userId')
    .returning(['users.userName', 'session.sessionId'])
    .executeTakeFirst();

/** Ends all sessions of a user except `currentSessionId`, and removes all remembered browsers except the one of `currentSessionId`. */
export async function removeOthers(db: Db, userId: number, currentSessionId: number) {
  await sql`delete from session where user_id = ${userId} and session_id <> ${currentSessionId}`.execute(db);
  await sql`delete from device where user_id = ${userId}
    and not exists (select from session where session_id = ${currentSessionId} and session.device_id = device.device_id)`.execute(db);
}

/** Ends all sessions of these users and removes their remembered browsers. */
export async function removeAll(db: Db, userIds: number[]) {
  await db.deleteFrom('session').where('userId', 'in', userIds).execute();
  await db.deleteFrom('device').where('userId', 'in', userIds).execute();
}

/** Removes all remembered browsers of a user; sessions that they opened continue. */
export const removeDevices = (db: Db, userId: number) => db.deleteFrom('device').where('userId', '=', userId).execute();

export const removeOfDevice = (db: Db, userId: number, deviceId: string) =>
  db.deleteFrom('session').where('deviceId', '=', deviceId).where('userId', '=', userId).execute();

/** Ends a user's own session and returns the device that opened it. */
export const removeByTokenId = (db: Db, userId: number, tokenId: string) =>
  db.deleteFrom('session').where('tokenId', '=', tokenId).where('userId', '=', userId).returning('deviceId').executeTakeFirst();

/**
 * A user's sessions, and remembered browsers without a session, by latest use first. `id` is the public id of the session or device and
 * grants no access.
 */
export function listOwn(db: Db, { userId, sessionId }: { userId: number; sessionId: number }, paging: Paging) {
  const sessions = db
    .selectFrom('session')
    .leftJoin('device', 'device.deviceId', 'session.deviceId')
    .select(['session.tokenId as id', 'session.loginTime', 'session.activeTime', 'session.ipaddr', 'session.loginLocation'])
    .select([
      'session.browser',
      'session.os',
      sql<boolean>`true`.as('signedIn'),
      sql<boolean>`device.device_id is not null`.as('remembered'),
    ])
    .select(sql<boolean>`session.session_id = ${sessionId}`.as('current'))
    .where('session.userId', '=', userId)
    .where(isLive);
  const devices = db
    .selectFrom('device')
    .innerJoin('users', 'users.userId', 'device.userId')
    .select(['device.deviceId as id', 'device.createTime as loginTime', 'device.useTime as activeTime', 'device.ipaddr'])
    .select([
      'device.loginLocation',
      'device.browser',
      'device.os',
      sql<boolean>`false`.as('signedIn'),
      sql<boolean>`true`.as('remembered'),
    ])
    .select(sql<boolean>`false`.as('current'))
    .where('device.userId', '=', userId)
    .where(liveDevice)
    .where(sql<boolean>`not exists (select from session where session.device_id = device.device_id and ${isLive})`);
  const all = db.selectFrom(sessions.unionAll(devices).as('place')).selectAll();
  return page(all, 'id', { ...paging, orderBy: 'activeTime', descending: true });
}

interface OnlineQuery {
  userName?: string | undefined;
  ipaddr?: string | undefined;
  paging: Paging;
}

/**
 * Sessions within scope, newest first; user name and address match exactly. Only here, sign-in times are Unix milliseconds, as in RuoYi.
 */
export function listOnline(
  db: Db,
  scope: DataScope,
  currentSessionId: number,
  { userName, ipaddr, paging }: OnlineQuery,
): Promise<Page<Online>> {
  let rows = db
    .selectFrom('session')
    .innerJoin('users', 'users.userId', 'session.userId')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .select(['session.tokenId', 'users.userName', 'users.nickName', 'department.deptName', 'session.ipaddr', 'session.loginLocation'])
    .select(['session.browser', 'session.os', 'session.activeTime', sql<boolean>`session.session_id = ${currentSessionId}`.as('current')])
    .select(sql<number>`floor(extract(epoch from session.login_time) * 1000)::float8`.as('loginTime'))
    .where(isLive)
    .where(usersInScope(scope));
  if (userName) rows = rows.where('users.userName', '=', userName);
  if (ipaddr) rows = rows.where('session.ipaddr', '=', ipaddr);
  const order = paging.orderBy ? paging : { ...paging, orderBy: 'loginTime', descending: true };
  return page(db.selectFrom(rows.as('online')).selectAll(), 'tokenId', order);
}

/** Ends sessions of users within `scope`, removes the browsers that could reopen them, and returns the users. */
export async function removeByTokenIds(db: Db, scope: DataScope, tokenIds: string[]) {
  const removed = await db
    .deleteFrom('session')
    .using('users')
    .whereRef('users.userId', '=', 'session.userId')
    .where('tokenId', 'in', tokenIds)
    .where(usersInScope(scope))
    .returning(['users.userName', 'session.deviceId'])
    .execute();
  const devices = removed.flatMap(({ deviceId }) => deviceId ?? []);
  if (devices.length > 0) await db.deleteFrom('device').where('deviceId', 'in', devices).execute();
  return removed;
}

/** Ends all sessions of users within `scope` and removes the browsers that could reopen them. */
export async function removeInScope(db: Db, scope: DataScope): Promise<void> {
  const isUserInScope = usersInScope(scope);
  await db.deleteFrom('session').using('users').whereRef('users.userId', '=', 'session.userId').where(isUserInScope).execute();
  await db.deleteFrom('device').using('users').whereRef('users.userId', '=', 'device.userId').where(isUserInScope).execute();
}

export const removeDead = (db: Db) => db.deleteFrom('session').where(sql<boolean>`not (${isLive})`).execute();
