import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { startJobs } from './job-scheduler.ts';
import type { JobTargets } from './job-target.ts';

it('a job that may not overlap runs once at a time, while many processes start it', async () => {
  const server = await startTestServer();
  const active = new Map<unknown, number>();
  let runs = 0;
  let overlaps = 0;
  const targets: JobTargets = {
    'job.retain': {
      word: 'monitor.job.target.retain',
      params: [{ name: 'days', kind: 'int', default: 90, min: 1, max: 3650 }],
      run: async (_, [days]) => {
        runs++;
        active.set(days, (active.get(days) ?? 0) + 1);
        if (active.get(days) !== 1) overlaps++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        active.set(days, (active.get(days) ?? 0) - 1);
        return undefined;
      },
    },
  };
  // built-in jobs are paused
  await server.db.updateTable('job').set({ status: '1' }).execute();
  const operator = await server.as(['monitor:job:add']);
  for (let days = 1; days <= 16; days++)
    await operator.post('/monitor/job', {
      jobName: `${days}`,
      invokeTarget: `job.retain(${days})`,
      cronExpression: '0 * * * * ?',
      misfirePolicy: '1',
    });
  // each missed its runs of ten hours
  const nextTime = new Date(Date.now() - 36_000_000).toISOString();
  await server.db.updateTable('job').set({ status: '0', nextTime }).where('jobGroup', '=', 'DEFAULT').execute();

  const schedulers = Array.from({ length: 8 }, () => startJobs(server.installation, targets, async () => undefined, console.error));
  await until(() => expect(runs).toBeGreaterThan(600));
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  expect(overlaps).toBe(0);
  await server.close();
});
