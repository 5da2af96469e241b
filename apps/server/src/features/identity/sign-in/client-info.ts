import { normaliseAddress } from '../../../platform/http/address-list.ts';
import type { Context } from '../../../platform/http/context.ts';
import { locationOf } from '../../scans/place/place.service.ts';

const browsers: [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
  ['Internet Explorer', /\b(?:MSIE |Trident\/.*rv:)(\d+)/],
];

const systems: [name: string, version: RegExp][] = [
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)[ /]?(\d*)/],
  ['Windows', /\bWindows NT (\d+)/],
  ['Android', /\bAndroid (\d+)/],
  ['iOS', /\b(?:iPhone|CPU) OS (\d+)/],
  ['macOS', /\bMac OS X (\d+)/],
  ['Linux', /\bLinux()\b/],
];

const matchName = (table: typeof browsers, userAgent: string) => {
  for (const [name, version] of table) {
    const match = version.exec(userAgent);
    if (match) return `${name}${match[1] ?? ''}`;
  }
  return 'Unknown';
};

/** Browser and system of a `User-Agent` in RuoYi's spelling: `Chrome120`, `Windows10`. */
export function browserOf(userAgent: string): { browser: string; os: string } {
  return { browser: matchName(browsers, userAgent), os: matchName(systems, userAgent) };
}

export function visitorOf({ ip, userAgent }: Context) {
  const ipaddr = normaliseAddress(ip).slice(0, 128);
  return { ipaddr, loginLocation: locationOf(ipaddr), ...browserOf(userAgent) };
}

export type Visitor = ReturnType<typeof visitorOf>;
