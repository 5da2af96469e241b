import { BlockList, isIPv4, isIPv6 } from 'node:net';
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

/** Unmaps IPv4-mapped IPv6 addresses and writes IPv6 loopback as `127.0.0.1`, like RuoYi. */
export const normaliseAddress = (ip: string): string => (ip === '::1' ? '127.0.0.1' : ip.replace(/^::ffff:(?=\d+\.)/i, ''));

const family = (ip: string) => (isIPv4(ip) ? 'ipv4' : isIPv6(ip) ? 'ipv6' : undefined);

/** The range that `entry` blocks: an address, a range, or a prefix with `*`. Undefined if malformed. */
function rangeOf(entry: string): [from: string, to: string] | undefined {
  const wildcardIndex = entry.indexOf('*');
  if (wildcardIndex < 0) {
    const [from = '', to = from, extra] = entry.split('-').map((end) => normaliseAddress(end.trim()));
    return extra === undefined ? [from, to] : undefined;
  }
  const isIpv6Entry = entry.includes(':');
  const separator = isIpv6Entry ? ':' : '.';
  const prefix = entry.slice(0, wildcardIndex).split(separator).slice(0, -1);
  const [count, min, max] = isIpv6Entry ? [8, '0', 'ffff'] : [4, '0', '255'];
  if (prefix.length >= count || prefix.includes('')) return undefined;
  const fillWith = (part: string) => [...prefix, ...Array.from({ length: count - prefix.length }, () => part)].join(separator);
  return [fillWith(min), fillWith(max)];
}

/**
 * Whether `list` contains an address. Entries are separated by `;`: an address, a prefix with `*`, or a range, in IPv4 or IPv6. Malformed
 * entries block nothing.
 */
export function isListed(ip: string, list: string): boolean {
  const address = normaliseAddress(ip).replace(/%.*$/, '');
  const kind = family(address);
  if (!kind) return false;
  return list
    .split(/[;；]/)
    .map((entry) => entry.trim())
    .some((entry) => {
      const range = entry ? rangeOf(entry) : undefined;
      return range?.every((end) => family(end) === kind) && isWithin(address, range, kind);
    });
}

function isWithin(address: string, [from, to]: [string, string], kind: 'ipv4' | 'ipv6'): boolean {
  const blocked = new BlockList();
  try {
    blocked.addRange(from, to, kind);
  } catch {
    return false; // an inverted range matches nothing
  }
  return blocked.check(address, kind);
}

export function visitorOf({ ip, userAgent }: Context) {
  const ipaddr = normaliseAddress(ip).slice(0, 128);
  return { ipaddr, loginLocation: locationOf(ipaddr), ...browserOf(userAgent) };
}

export type Visitor = ReturnType<typeof visitorOf>;
