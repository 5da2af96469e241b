import type { ServerRoute, UserInfo } from '@suyuan/contract';
import { cacheByRights } from '../../../platform/cache/local-cache.ts';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as userService from '../user/user.service.ts';
import { routersOf } from './routers.ts';
import * as queries from './user-info.queries.ts';

const DAY = 24 * 60 * 60 * 1000;

export async function read({ db, actor, installation }: Context): Promise<UserInfo> {
  const user = await userService.read(db, actor.userId);
  const settings = await settingService.getMany(db, [
    'sys.account.initPasswordModify',
    'sys.account.passwordValidateDays',
    'sys.account.chrtype',
  ]);
  const granted = new Set(actor.roles.flatMap(({ permissions }) => permissions).filter(Boolean));
  return {
    user,
    roles: actor.admin ? ['admin'] : actor.roles.map(({ roleKey }) => roleKey),
    permissions: actor.admin ? ['*:*:*'] : [...granted].sort(),
    pwdChrtype: settings['sys.account.chrtype'] || '0',
    isDefaultModifyPwd: settings['sys.account.initPasswordModify'] === '1' && user.pwdUpdateDate === null,
    ...(await settingService.about(installation)),
    isPasswordExpired: isOlder(user.pwdUpdateDate, Number(settings['sys.account.passwordValidateDays'])),
  };
}

/** Whether a password set at `time` (Asia/Shanghai) is older than `days`; 0 disables the check. */
function isOlder(time: string | null, days: number): boolean {
  if (!(days > 0)) return false;
  return time === null || now() - Date.parse(`${time.replace(' ', 'T')}+08:00`) > days * DAY;
}

/** Page trees, cached by set of roles. */
const cachedTrees = cacheByRights<ServerRoute[]>('menu_routers');

export function routers({ db, actor: { admin, userId, roles, rightsVersion } }: Context): Promise<ServerRoute[]> {
  const key = admin ? 'all' : roles.map(({ roleId }) => roleId).join();
  return cachedTrees(db, rightsVersion, key, async () => routersOf(await queries.listMenus(db, admin ? 'all' : userId)));
}
