import type { Context } from '../../../http/context.ts';
import { regionOf } from '../../public/place/place.service.ts';
import { isInside, plainAddress } from './address.ts';
import { browserOf } from './browser.ts';

/** Who stands at the door, as sessions and the sign-in log write it down. */
export function visitorOf({ ip, userAgent, installation }: Context) {
  const ipaddr = plainAddress(ip).slice(0, 128);
  const loginLocation = isInside(ipaddr) ? installation.translate['zh-CN']('account.placeInside') : (regionOf(ipaddr) ?? '');
  return { ipaddr, loginLocation, ...browserOf(userAgent) };
}

export type Visitor = ReturnType<typeof visitorOf>;
