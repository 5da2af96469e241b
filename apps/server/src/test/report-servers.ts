import { afterEach } from 'vitest';
import { takeServerOutputs } from './server-process.ts';

/** A failure of a test that talks to server processes is only understood with their output. */
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const output of takeServerOutputs()) console.error(output);
});
