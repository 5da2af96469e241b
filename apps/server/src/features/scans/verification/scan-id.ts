import { readSymbol } from '@suyuan/codes';
import { now as databaseTime } from '../../../platform/db/clock.ts';
import { SHANGHAI_OFFSET } from '../../../platform/shanghai-time.ts';

/** Maximum characters stored of a foreign code. */
const MAX_STORED_LENGTH = 64;

/** Truncates to `length` characters and removes control and invisible characters. */
export function toStoredText(text: string, length = MAX_STORED_LENGTH): string {
  if (text.length <= length && /^[ -~]*$/.test(text)) return text;
  const visibleText = text
    .slice(0, 2 * length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...visibleText].slice(0, length).join('');
}

/** The stored form of a text that is not an issued code. */
export const toStoredCode = (text: string): string => toStoredText(readSymbol(text).code);

const DAY = 86_400_000;
/** Milliseconds during which a caller may retry a scan with the same id. */
const RETRY_WINDOW_MS = 3_600_000;

/** UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits. */
export const createScanId = (now = databaseTime()): string => withTime(hexDigits(crypto.randomUUID()), now);

/**
 * The caller's id, unless its version is not 7 or its time is more than a day off. Then its random bits follow the start of today, so that
 * a retry on the same day has the same id.
 */
export function toStoredScanId(id: string, now = databaseTime()): string {
  const hex = hexDigits(id);
  const idTime = Number.parseInt(hex.slice(0, 12), 16);
  return hex[12] === '7' && Math.abs(idTime - now) <= DAY ? withDashes(hex) : withTime(hex, startOfDay(now));
}

/** Other ids that the scan may have within the last hour, before midnight or the one-day limit passed. */
export function formerScanIds(id: string, now = databaseTime()): string[] {
  const currentId = toStoredScanId(id, now);
  const moments = [now - RETRY_WINDOW_MS, Math.max(startOfDay(now) - 1, now - RETRY_WINDOW_MS)];
  return [...new Set(moments.map((moment) => toStoredScanId(id, moment)))].filter((former) => former !== currentId);
}

const hexDigits = (id: string) => id.replaceAll('-', '').toLowerCase();

const startOfDay = (now: number) => Math.floor((now + SHANGHAI_OFFSET) / DAY) * DAY - SHANGHAI_OFFSET;

/** Overwrites time, version and variant in `hex`. */
function withTime(hex: string, time: number): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return withDashes(`${time.toString(16).padStart(12, '0')}7${hex.slice(13, 16)}${variant}${hex.slice(17)}`);
}

const withDashes = (hex: string) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
