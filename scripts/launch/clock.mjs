import { readdirSync, rmSync } from 'node:fs';
import { fail } from './log.mjs';
import { faketime } from './programs.mjs';

const DAY = 86_400_000;

/** The business time zone has no daylight saving, so its offset is fixed. */
const BUSINESS_OFFSET = '+08:00';

/**
 * Environment that moves the clock of a process and its children, databases and browsers included. Durations stay real. The time must be
 * in the future: a PostgreSQL signal handler may read the real clock, and a past fake time would end its timeouts early.
 *
 * @param {string} time local time of the business zone: `2028-02-29 00:30`, or `00:30` for the next one
 */
export async function clockAt(time) {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const start = new Date(`${/^\d\d:\d\d$/.test(time) ? `${today}T${time}` : time.replace(' ', 'T')}:00${BUSINESS_OFFSET}`).getTime();
  const next = start < Date.now() && !time.includes('-') ? start + DAY : start;
  if (!(next > Date.now()))
    fail(`--at ${time}：应为将来的时间，如 2028-02-29 00:30 或 00:30 / expected a later time such as 2028-02-29 00:30`);
  const library = process.platform === 'linux' ? await faketime() : undefined;
  if (!library) fail('--at 需要 Linux 与 libfaketime / --at needs Linux and libfaketime');
  removeStaleMemory();
  return {
    LD_PRELOAD: library,
    FAKETIME: `+${Math.round((next - Date.now()) / 1000)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

/**
 * libfaketime names shared memory after process ids. What killed processes left behind stops a later process with the same id that runs
 * as another user.
 */
function removeStaleMemory() {
  const folder = '/dev/shm';
  for (const name of readdirSync(folder)) if (/^(sem\.)?faketime_/.test(name)) rmSync(`${folder}/${name}`, { force: true });
}
