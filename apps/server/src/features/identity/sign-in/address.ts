import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses of callers: as they are written down, whether a list blocks them. */

/** An IPv4 address that came mapped into IPv6 is itself, and the loopback is written as the family writes it. */
export const plainAddress = (ip: string): string => (ip === '::1' ? '127.0.0.1' : ip.replace(/^::ffff:(?=\d+\.)/i, ''));

const family = (ip: string) => (isIPv4(ip) ? 'ipv4' : isIPv6(ip) ? 'ipv6' : undefined);

/** What `entry` blocks: one address, a range, or with `*` every address that begins with the parts before it; undefined for anything else. */
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
 * Tells whether `list` names an address: entries separated by `;`, each exact, with `*` for the parts from there on, or a range, of IPv4
 * or IPv6 in any of its spellings. An entry that is none of these blocks nobody.
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
    return false; // a range that ends before it begins holds nobody
  }
  return blocked.check(address, kind);
}
