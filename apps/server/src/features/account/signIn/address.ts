/** Addresses of callers: as they are written down, whether they are inside, whether a list blocks them. */

/** An IPv4 address that came mapped into IPv6 is itself, and the loopback is written as the family writes it. */
export const plainAddress = (ip: string): string => (ip === '::1' ? '127.0.0.1' : ip.replace(/^::ffff:(?=\d+\.)/i, ''));

const INSIDE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe80:)/i;

/** Tells whether an address is of a private network or of this machine. */
export const isInside = (ip: string): boolean => INSIDE.test(ip);

/** An IPv4 address as a number that compares like it; undefined for anything else. */
function numberOf(ip: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(ip)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((number, part) => number * 256 + part, 0);
}

function fits(ip: string, entry: string): boolean {
  if (entry.includes('*')) return ip.startsWith(entry.slice(0, entry.indexOf('*')));
  const [from, to, more] = entry.split('-').map((end) => numberOf(end.trim()));
  if (from === undefined || to === undefined || more !== undefined) return ip.toLowerCase() === entry.toLowerCase();
  const number = numberOf(ip);
  return number !== undefined && number >= from && number <= to;
}

/** Tells whether `list` names an address: entries separated by `;`, each exact, with `*` for the parts from there on, or a range. */
export const isListed = (ip: string, list: string): boolean =>
  list
    .split(/[;；]/)
    .map((entry) => entry.trim())
    .some((entry) => entry !== '' && fits(ip, entry));
