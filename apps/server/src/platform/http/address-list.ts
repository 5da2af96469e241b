import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Unmaps IPv4-mapped IPv6 addresses and writes IPv6 loopback as `127.0.0.1`, like RuoYi. */
export const normaliseAddress = (ip: string): string => (ip === '::1' ? '127.0.0.1' : ip.replace(/^::ffff:(?=\d+\.)/i, ''));

type Family = 'ipv4' | 'ipv6';

const family = (ip: string): Family | undefined => (isIPv4(ip) ? 'ipv4' : isIPv6(ip) ? 'ipv6' : undefined);

/** The range that `entry` blocks: an address, a range, or a prefix with `*`. Undefined if malformed. */
function rangeOf(entry: string): [from: string, to: string] | undefined {
  const wildcardIndex = entry.indexOf('*');
  if (wildcardIndex < 0) {
    const [from = '', to = from, extra] = entry.split('-').map((end) => normaliseAddress(end.trim()));
    return extra === undefined ? [from, to] : undefined;
  }
  const isIpv6Entry = entry.includes(':');
  const separator = isIpv6Entry ? ':' : '.';
  // a part after the wildcard would be ignored, and the entry would block more than it says
  if (/[^*.:]/.test(entry.slice(wildcardIndex))) return undefined;
  const prefix = entry.slice(0, wildcardIndex).split(separator).slice(0, -1);
  const [count, min, max] = isIpv6Entry ? [8, '0', 'ffff'] : [4, '0', '255'];
  if (prefix.length >= count || prefix.includes('')) return undefined;
  const fillWith = (part: string) => [...prefix, ...Array.from({ length: count - prefix.length }, () => part)].join(separator);
  return [fillWith(min), fillWith(max)];
}

const entriesOf = (list: string) =>
  list
    .split(/[;；]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** The addresses of an entry. Undefined if it is malformed or an inverted range. */
function blockListOf(entry: string): { blocked: BlockList; kind: Family } | undefined {
  const range = rangeOf(entry);
  const kind = range && family(range[0]);
  if (!kind || family(range[1]) !== kind) return undefined;
  const blocked = new BlockList();
  try {
    blocked.addRange(...range, kind);
  } catch {
    return undefined;
  }
  return { blocked, kind };
}

/** Whether every entry of `list` is well-formed. */
export const isAddressList = (list: string): boolean => entriesOf(list).every((entry) => blockListOf(entry) !== undefined);

/**
 * Whether `list` contains an address. Entries are separated by `;`: an address, a prefix with `*`, or a range, in IPv4 or IPv6. Malformed
 * entries block nothing.
 */
export function isListed(ip: string, list: string): boolean {
  const address = normaliseAddress(ip).replace(/%.*$/, '');
  const kind = family(address);
  if (!kind) return false;
  return entriesOf(list).some((entry) => {
    const entryBlock = blockListOf(entry);
    return entryBlock?.kind === kind && entryBlock.blocked.check(address, kind);
  });
}
