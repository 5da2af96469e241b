import { now as databaseTime } from '../../../platform/db/clock.ts';
import { AHEAD } from '../../../platform/shanghai.ts';

const DAY = 86_400_000;
/** How long after a scan its caller may ask again under the same id, and still mean the same scan. */
const RETRIES = 3_600_000;

/** A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random ones. */
export const newScanId = (now = databaseTime()): string => timed(plain(crypto.randomUUID()), now);

/**
 * The id that a scan is filed under: the caller's, unless it is of another version or more than a day off. Then its random bits are kept
 * under the start of the present day, so that a repeated request of that day still meets its first.
 */
export function filedScanId(id: string, now = databaseTime()): string {
  const hex = plain(id);
  const made = Number.parseInt(hex.slice(0, 12), 16);
  return hex[12] === '7' && Math.abs(made - now) <= DAY ? dashed(hex) : timed(hex, startOfDay(now));
}

/**
 * What else the same id may have been filed under within the last hour: midnight, or the limit of a day, may have passed since. Most have
 * nothing else.
 */
export function formerScanIds(id: string, now = databaseTime()): string[] {
  const present = filedScanId(id, now);
  const moments = [now - RETRIES, Math.max(startOfDay(now) - 1, now - RETRIES)];
  return [...new Set(moments.map((moment) => filedScanId(id, moment)))].filter((former) => former !== present);
}

const plain = (id: string) => id.replaceAll('-', '').toLowerCase();

const startOfDay = (now: number) => Math.floor((now + AHEAD) / DAY) * DAY - AHEAD;

/** `hex` with time, version and variant laid over it. */
function timed(hex: string, time: number): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return dashed(`${time.toString(16).padStart(12, '0')}7${hex.slice(13, 16)}${variant}${hex.slice(17)}`);
}

const dashed = (hex: string) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
