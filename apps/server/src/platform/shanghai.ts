/** Asia/Shanghai is this far ahead of UTC, all the year, in milliseconds: the one zone of all that people read here. */
export const AHEAD = 8 * 3_600_000;

let second = Number.NaN;
let written = '';

/** The moment in Asia/Shanghai as ISO 8601 with offset, e.g. `2026-11-20T09:30:00+08:00`. Most that are asked for are of this second. */
export function moment(milliseconds: number): string {
  const asked = Math.floor(milliseconds / 1000);
  if (asked !== second) {
    written = `${new Date(asked * 1000 + AHEAD).toISOString().slice(0, 19)}+08:00`;
    second = asked;
  }
  return written;
}

/** The same as the database writes times: `2026-11-20 09:30:00`. */
export const timeOf = (milliseconds: number): string => moment(milliseconds).slice(0, 19).replace('T', ' ');

/** The day of that moment in Asia/Shanghai, `YYYY-MM-DD`. */
export const dayOf = (milliseconds: number): string => moment(milliseconds).slice(0, 10);
