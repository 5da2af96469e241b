import { setTimeout as wait } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { SHANGHAI_OFFSET } from '../platform/shanghai-time.ts';
import { takeServerOutputs } from './server-process.ts';

const DAY = 86_400_000;
/** Milliseconds in which most test files end. */
const FILE_MS = 90_000;

// Tests compare what they store with the day on which they began, so no file begins shortly before midnight.
const untilMidnight = DAY - ((Date.now() + SHANGHAI_OFFSET) % DAY);
if (untilMidnight < FILE_MS) await wait(untilMidnight);

/** A failure of a test that talks to server processes is only understood with their output. */
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const output of takeServerOutputs()) console.error(output);
});
