import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Normalizes client addresses and matches them against block lists. */

/** Unmaps IPv4-mapped IPv6 addresses and writes IPv6 loopback as `127.0.0.1`, like RuoYi. */
export const plainAddress = (ip: string): string => (ip === '::1' ? '127.0.0.1' : ip.replace(/^::ffff:(?=\d+\.)/i, ''));

const family = (ip: string) => (isIPv4(ip) ? 'ipv4' : isIPv6(ip) ? 'ipv6' : undefined);

/** The range that `entry` blocks: an address, a range, or a prefix with `*`. Undefined if malformed. */
function rangeOf(entry: string): [from: string, to: string] | undefined {
  const star = entry.indexOf('*');
  if (star < 0) {
    const [from = '', to = from, more] = entry.split('-').map((end) => plainAddress(end.trim()));
    return more === undefined ? [from, to] : undefined;
  }
  const six = entry.includes(':');
  const sign = six ? ':' : '.';
  const head = entry.slice(0, star).split(sign).slice(0, -1);
  const [count, least, most] = six ? [8, '0', 'ffff'] : [4, '0', '255'];
  if (head.length >= count || head.includes('')) return undefined;
  const filled = (part: string) => [...head, ...Array.from({ length: count - head.length }, () => part)].join(sign);
  return [filled(least), filled(most)];
}

/**
 * Whether `list` contains an address. Entries are separated by `;`: an address, a prefix with `*`, or a range, in IPv4 or IPv6. Malformed
 * entries block nothing.
 */
export function isListed(ip: string, list: string): boolean {
  const address = plainAddress(ip).replace(/%.*$/, '');
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
