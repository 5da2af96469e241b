const AHEAD = 8 * 3_600_000;

/** The moment in Asia/Shanghai as ISO 8601 with offset, e.g. `2026-11-20T09:30:00+08:00`. */
export const moment = (milliseconds: number): string => `${new Date(milliseconds + AHEAD).toISOString().slice(0, 19)}+08:00`;

/** The day of that moment in Asia/Shanghai, `YYYY-MM-DD`. */
export const dayOf = (milliseconds: number): string => moment(milliseconds).slice(0, 10);
