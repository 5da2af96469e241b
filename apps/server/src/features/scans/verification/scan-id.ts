import { now as databaseTime } from '../../../platform/db/clock.ts';
import { AHEAD } from '../../../platform/shanghai.ts';

const DAY = 86_400_000;
/** Milliseconds during which a caller may retry a scan with the same id. */
const RETRIES = 3_600_000;

/** UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits. */
export const newScanId = (now = databaseTime()): string => timed(plain(crypto.randomUUID()), now);

/**
 * The caller's id, unless its version is not 7 or its time is more than a day off. Then its random bits follow the start of today, so that
 * a retry on the same day has the same id.
 */
export function filedScanId(id: string, now = databaseTime()): string {
  const hex = plain(id);
  const made = Number.parseInt(hex.slice(0, 12), 16);
  return hex[12] === '7' && Math.abs(made - now) <= DAY ? dashed(hex) : timed(hex, startOfDay(now));
}

/** Other ids that the scan may have within the last hour, before midnight or the one-day limit passed. */
export function formerScanIds(id: string, now = databaseTime()): string[] {
  const present = filedScanId(id, now);
  const moments = [now - RETRIES, Math.max(startOfDay(now) - 1, now - RETRIES)];
  return [...new Set(moments.map((moment) => filedScanId(id, moment)))].filter((former) => former !== present);
}

const plain = (id: string) => id.replaceAll('-', '').toLowerCase();

const startOfDay = (now: number) => Math.floor((now + AHEAD) / DAY) * DAY - AHEAD;

/** Overwrites time, version and variant in `hex`. */
function timed(hex: string, time: number): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return dashed(`${time.toString(16).padStart(12, '0')}7${hex.slice(13, 16)}${variant}${hex.slice(17)}`);
}

const dashed = (hex: string) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
