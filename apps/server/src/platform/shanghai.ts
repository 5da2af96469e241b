/** Offset of Asia/Shanghai from UTC in milliseconds, all year: the only display time zone. */
export const AHEAD = 8 * 3_600_000;

let second = Number.NaN;
let written = '';

/** ISO 8601 in Asia/Shanghai, e.g. `2026-11-20T09:30:00+08:00`. Caches the latest second. */
export function moment(milliseconds: number): string {
  const asked = Math.floor(milliseconds / 1000);
  if (asked !== second) {
    written = `${new Date(asked * 1000 + AHEAD).toISOString().slice(0, 19)}+08:00`;
    second = asked;
  }
  return written;
}

/** In the database's format: `2026-11-20 09:30:00`. */
export const timeOf = (milliseconds: number): string => moment(milliseconds).slice(0, 19).replace('T', ' ');

/** The day in Asia/Shanghai, `YYYY-MM-DD`. */
export const dayOf = (milliseconds: number): string => moment(milliseconds).slice(0, 10);
