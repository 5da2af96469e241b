import type { Context } from '../../../platform/http/context.ts';
import { locationOf } from '../../scans/place/place.service.ts';
import { normaliseAddress } from './address.ts';
import { browserOf } from './browser.ts';

export function visitorOf({ ip, userAgent }: Context) {
  const ipaddr = normaliseAddress(ip).slice(0, 128);
  return { ipaddr, loginLocation: locationOf(ipaddr), ...browserOf(userAgent) };
}

export type Visitor = ReturnType<typeof visitorOf>;
