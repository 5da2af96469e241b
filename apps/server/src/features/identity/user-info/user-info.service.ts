import type { ResultOf, ServerRoute, userInfo } from '@suyuan/contract';
import { cacheByRights } from '../../../platform/cache/local-cache.ts';
import { now } from '../../../platform/db/clock.ts';
import { type Actor, type ActorRole, type Context, memoized } from '../../../platform/http/context.ts';
import { type Encode, Encoded, tagOf } from '../../../platform/http/encoded.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as userService from '../user/user.service.ts';
import { routersOf } from './routers.ts';
import * as queries from './user-info.queries.ts';

const DAY = 24 * 60 * 60 * 1000;

const settingKeys = ['sys.account.initPasswordModify', 'sys.account.passwordValidateDays', 'sys.account.chrtype'] as const;

type Info = ResultOf<typeof userInfo>;

/** The actor's own record, roles and permissions. Browsers do not store it. */
export async function read({ db, actor, installation }: Context): Promise<Info> {
  const user = await memoized(actor, 'user', () => userService.read(db, actor.userId));
  const settings = await memoized(actor, 'settings', () => settingService.getMany(db, settingKeys));
  return {
    user,
    pwdChrtype: settings['sys.account.chrtype'] || '0',
    isDefaultModifyPwd: settings['sys.account.initPasswordModify'] === '1' && user.pwdUpdateDate === null,
    ...(await settingService.about(installation)),
    isPasswordExpired: isOlder(user.pwdUpdateDate, Number(settings['sys.account.passwordValidateDays'])),
    ...rightsOf(actor),
  };
}

type Rights = Pick<Info, 'roles' | 'permissions'>;

const rightsByRoles = new WeakMap<ActorRole[], Rights>();

/** One object for each set of roles, which users share. */
function rightsOf({ admin, roles }: Actor) {
  const cached = rightsByRoles.get(roles);
  if (cached) return cached;
  const granted = new Set(roles.flatMap(({ permissions }) => permissions).filter(Boolean));
  const rights: Rights = {
    roles: admin ? ['admin'] : roles.map(({ roleKey }) => roleKey),
    permissions: admin ? ['*:*:*'] : [...granted].sort(),
  };
  rightsByRoles.set(roles, rights);
  return rights;
}

/** The end of an answer: permissions and bracket. */
const encodedPermissions = new WeakMap<string[], { bytes: Buffer; tag: string }>();

function encodePermissions(permissions: string[]) {
  const cached = encodedPermissions.get(permissions);
  if (cached) return cached;
  const bytes = Buffer.from(`,"permissions":${JSON.stringify(permissions)}}`);
  const encoded = { bytes, tag: tagOf(bytes) };
  encodedPermissions.set(permissions, encoded);
  return encoded;
}

/** Thousands of permissions take longer to encode than the rest of the answer, so they are encoded once for each set of roles. */
export const encodeInfo: Encode = (envelope, info) => {
  // the cast: the result of `read`
  const { permissions, ...rest } = info as Info;
  const head = Buffer.from(JSON.stringify({ ...envelope, ...rest }).slice(0, -1));
  const { bytes, tag } = encodePermissions(permissions);
  return new Encoded(Buffer.concat([head, bytes]), { etag: `${tagOf(head)}.${tag}`, isStorable: false });
};

/** Whether a password set at `time` (Asia/Shanghai) is older than `days`; 0 disables the check. */
function isOlder(time: string | null, days: number): boolean {
  if (!(days > 0)) return false;
  return time === null || now() - Date.parse(`${time.replace(' ', 'T')}+08:00`) > days * DAY;
}

/** Page trees, cached by set of roles. */
const cachedTrees = cacheByRights<ServerRoute[]>('menu_routers');

/** Depends on the roles of `actor` alone, because other users share the cached tree. */
export async function routers({ db, actor: { admin, roles, rightsVersion } }: Pick<Context, 'db' | 'actor'>): Promise<ServerRoute[]> {
  const roleIds = admin ? 'all' : roles.map(({ roleId }) => roleId);
  return cachedTrees(db, rightsVersion, String(roleIds), async () => routersOf(await queries.listMenus(db, roleIds)));
}

export async function displayNames({ db }: Context, userNames: readonly string[]): Promise<Record<string, string>> {
  const users = await queries.listDisplayNames(db, userNames);
  return Object.fromEntries(users.map(({ userName, nickName }) => [userName, nickName]));
}
