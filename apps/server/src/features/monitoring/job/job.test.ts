import { Job, JobLog } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { startJobs } from './job-scheduler.ts';
import type { JobTargets } from './job-target.ts';

const all = ['list', 'query', 'add', 'edit', 'remove', 'changeStatus', 'export'].map((verb) => `monitor:job:${verb}`);

describe('scheduled jobs', () => {
  let server: TestServer;
  let operator: Client;
  const ran: string[] = [];
  let hold: Promise<void> | undefined;
  /** Targets of the tests, registered like the product's. */
  const targets: JobTargets = {
    'job.retain': {
      word: 'monitor.job.target.retain',
      params: [{ name: 'days', kind: 'int', default: 90, min: 1, max: 3650 }],
      run: async () => (t) => t('monitor.job.result.rows', { count: 3 }),
    },
    'upkeep.expired': {
      word: 'monitor.job.target.expired',
      params: [],
      run: async () => {
        ran.push('expired');
        await hold;
        return undefined;
      },
    },
    'session.sweep': { word: 'monitor.job.target.sessions', params: [], run: () => Promise.reject(new TypeError('out of luck')) },
  };
  const alarms: string[] = [];
  const schedule = () =>
    startJobs(server.installation, targets, async (_, { jobName, failures }) => void alarms.push(`${jobName} ${failures}`), console.error);
  const input = (overrides: object = {}) => ({
    jobName: '测试',
    invokeTarget: 'job.retain(30)',
    cronExpression: '0 0 3 * * ?',
    ...overrides,
  });
  const add = async (overrides: object = {}) => (await operator.post('/monitor/job', input(overrides))).body.data.jobId as number;
  const read = async (jobId: number) => (await operator.get(`/monitor/job/${jobId}`)).body.data;
  const logsOf = async (jobId: number) => (await operator.get(`/monitor/jobLog/list?jobId=${jobId}`)).body.rows;
  const start = (jobId: number) => operator.put('/monitor/job/changeStatus', { jobId, status: '0' });
  /** Makes a job overdue by some seconds. */
  const due = (jobId: number, seconds: number) =>
    server.db
      .updateTable('job')
      .set({ status: '0', nextTime: new Date(Date.now() - seconds * 1000).toISOString() })
      .where('jobId', '=', jobId)
      .execute();

  beforeAll(async () => {
    server = await startTestServer();
    operator = await server.as(all);
    // built-in jobs are paused
    await server.db.updateTable('job').set({ status: '1' }).execute();
    return () => server.close();
  });

  it('start with the built-in maintenance jobs, with only fields of the contract', async () => {
    const { body } = await operator.get('/monitor/job/list?jobGroup=SYSTEM&pageSize=50');
    expect(body.rows.length).toBeGreaterThanOrEqual(5);
    for (const row of body.rows) expect(Job.strict().safeParse(row).error).toBeUndefined();
    const { body: targetList } = await operator.get('/monitor/job/targets');
    const named = body.rows.map(({ invokeTarget }: Job) => invokeTarget.split('(')[0]);
    expect(targetList.data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(named));
  });

  it('are always added as paused, and can be edited, started and paused', async () => {
    const jobId = await add({ status: '0', misfirePolicy: 2, concurrent: '' });
    expect(await read(jobId)).toMatchObject({
      status: '1',
      misfirePolicy: '2',
      concurrent: '1',
      nextValidTime: null,
      timeZone: 'Asia/Shanghai',
    });
    expect((await operator.put('/monitor/job', { jobId, cronExpression: '0 0 4 * * ?', remark: 'x' })).body.code).toBe(200);
    expect((await start(jobId)).body.code).toBe(200);
    const scheduler = schedule();
    await until(async () => expect((await read(jobId)).nextValidTime).toMatch(/ 04:00:00$/));
    await scheduler.stop();
    expect((await operator.put('/monitor/job/changeStatus', { jobId, status: '1' })).body.code).toBe(200);
    expect(await read(jobId)).toMatchObject({ status: '1', nextValidTime: null });
    await server.db.updateTable('job').set({ cronExpression: '0 0 0 1 1 ? 2020' }).where('jobId', '=', jobId).execute();
    expect((await start(jobId)).body).toMatchObject({ problem: 'cronWrong', msg: 'cron 表达式不正确；应有将来的运行时间' });
    expect((await operator.put('/monitor/job', { jobId, remark: '已结束' })).body.code).toBe(200);
    expect((await operator.delete(`/monitor/job/${jobId}`)).body.code).toBe(200);
    expect((await operator.put('/monitor/job/run', { jobId })).body).toMatchObject({ code: 500, problem: 'jobGone' });
  });

  it.each([
    [{ cronExpression: '0 0 3 * * *' }, 'cronWrong', 'cronExpression', '日和周'],
    [{ cronExpression: '0 0 25 * * ?' }, 'cronWrong', 'cronExpression', '时的写法'],
    [{ cronExpression: '0 0 0 L-3 * ?' }, 'cronWrong', 'cronExpression', 'L-n'],
    [{ cronExpression: '* * * * * ?' }, 'cronTooOften', 'cronExpression', '任务太频繁；两次运行至少间隔 10 秒'],
    [{ cronExpression: '0,5 0 3 1 1 ?' }, 'cronTooOften', 'cronExpression', '10 秒'],
    [{ cronExpression: '0,55 59,0 * * * ?' }, 'cronTooOften', 'cronExpression', '10 秒'],
    [{ timeZone: 'Mars/Base' }, 'timeZoneUnknown', 'timeZone', 'Mars/Base'],
    [{ invokeTarget: `java.lang.Runtime.exec('id')` }, 'jobTargetUnknown', 'invokeTarget', 'job.retain'],
    [{ invokeTarget: 'ldap://x/y' }, 'jobTargetUnknown', 'invokeTarget', 'job.retain'],
    [{ invokeTarget: 'constructor' }, 'jobTargetUnknown', 'invokeTarget', 'job.retain'],
    [{ invokeTarget: 'job.retain(0)' }, 'jobArgumentWrong', 'invokeTarget', 'days: 1–3650'],
    [{ cronExpression: '0 0 0 31 2 ?' }, 'cronWrong', 'cronExpression', '将来'],
    [{ jobName: '' }, 'invalidInput', 'jobName', '任务名称'],
  ])('are rejected with %j', async (fault, problem, field, words) => {
    const { body } = await operator.post('/monitor/job', input(fault));
    expect(body).toMatchObject({ code: 500, problem, params: { field } });
    expect(body.msg).toContain(words);
  });

  it('that are built in keep their target and cannot be deleted, but can be rescheduled', async () => {
    const jobId = 1;
    expect((await operator.delete(`/monitor/job/${jobId}`)).body).toMatchObject({
      problem: 'jobBuiltin',
      params: { jobName: '建立扫码分区' },
    });
    expect((await operator.put('/monitor/job', { jobId, invokeTarget: 'job.retain(1)' })).body.problem).toBe('jobBuiltin');
    expect(
      (await operator.put('/monitor/job', { jobId, invokeTarget: 'upkeep.partitions(3)', cronExpression: '0 0 1 * * ?' })).body.code,
    ).toBe(200);
  });

  it('that are built in, or run every ten seconds, pass the frequency check', async () => {
    const builtin = (await operator.get('/monitor/job/list?pageSize=100')).body.rows as {
      jobId: number;
      builtin: boolean;
      cronExpression: string;
    }[];
    expect(builtin.filter((job) => job.builtin).length).toBeGreaterThan(10);
    for (const { jobId, cronExpression } of builtin.filter((job) => job.builtin))
      expect((await operator.put('/monitor/job', { jobId, cronExpression })).body).toMatchObject({ code: 200 });
    for (const cronExpression of ['0/10 * * * * ?', '0,55 0 3 * * ?', '0,50 * * * * ?'])
      expect([cronExpression, (await operator.post('/monitor/job', input({ cronExpression }))).body.code]).toEqual([cronExpression, 200]);
  });

  it('describe an expression in words, with its next runs', async () => {
    const question = (expression: string) => `/monitor/job/cron?cronExpression=${encodeURIComponent(expression)}`;
    const { body } = await operator.get(question('0 15 10 ? * 6L'));
    expect(body.data.words).toContain('最后一个星期五');
    expect(body.data.runs).toHaveLength(5);
    for (const run of body.data.runs) expect(run).toMatch(/^\d{4}-\d{2}-\d{2} 10:15:00$/);
    expect((await operator.get(question('x'))).body).toMatchObject({ problem: 'cronWrong' });
  });

  it('run once by hand, paused or not, and leave a log', async () => {
    const jobId = await add();
    const scheduler = schedule();
    await operator.put('/monitor/job/run', { jobId, jobGroup: 'DEFAULT' });
    await until(async () => expect((await logsOf(jobId))[0]?.endTime).toBeTruthy());
    const [log] = await logsOf(jobId);
    await scheduler.stop();
    expect(log).toMatchObject({ status: '0', dueTime: null, jobName: '测试', invokeTarget: 'job.retain(30)' });
    expect(log.jobMessage).toMatch(/^测试 总共耗时：\d+毫秒；清理 3 行$/);
    const english = await operator.get(`/monitor/jobLog/${log.jobLogId}`, { 'accept-language': 'en' });
    expect(english.body.data.jobMessage).toMatch(/；Removed 3 rows$/);
    expect(JobLog.strict().safeParse(log).error).toBeUndefined();
  });

  it('run once per tick across all processes', async () => {
    const jobId = await add({ misfirePolicy: '2' });
    await due(jobId, 5);
    const schedulers = Array.from({ length: 4 }, schedule);
    await until(async () => expect((await logsOf(jobId)).length).toBeGreaterThan(0));
    await Promise.all(schedulers.map((one) => one.stop()));
    expect(await logsOf(jobId)).toHaveLength(1);
    expect((await read(jobId)).nextValidTime).toMatch(/ 03:00:00$/);
  });

  it.each([
    ['3', 0],
    ['2', 1],
    ['1', 3],
  ])('that were missed run by misfire policy %s: %i runs', async (misfirePolicy, expected) => {
    // due once an hour, and not within half an hour of the test
    const now = new Date();
    const jobId = await add({ misfirePolicy, cronExpression: `0 ${(now.getMinutes() + 30) % 60} * * * ?` });
    await due(jobId, 2.5 * 3600 + now.getSeconds());
    const scheduler = schedule();
    await until(async () => expect(Date.parse(`${(await read(jobId)).nextValidTime}+08:00`)).toBeGreaterThan(Date.now()));
    await until(async () => expect((await logsOf(jobId)).filter((log: { endTime: string }) => log.endTime)).toHaveLength(expected));
    await operator.put('/monitor/job/changeStatus', { jobId, status: '1' });
    await scheduler.stop();
  });

  it('that may not overlap skip runs that fall due while they run', async () => {
    let release = () => {};
    hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = ran.length;
    const jobId = await add({ invokeTarget: 'upkeep.expired', misfirePolicy: '2' });
    // as an older release could have saved it
    await server.db.updateTable('job').set({ cronExpression: '* * * * * ?' }).where('jobId', '=', jobId).execute();
    await start(jobId);
    const scheduler = schedule();
    await until(() => expect(ran.length).toBe(before + 1));
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(ran.length).toBe(before + 1);
    await operator.put('/monitor/job/changeStatus', { jobId, status: '1' });
    release();
    await scheduler.stop();
    hold = undefined;
    expect(await logsOf(jobId)).toHaveLength(1);
  });

  it('that may not overlap catch up all missed runs one after another', async () => {
    let release = () => {};
    hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = ran.length;
    const jobId = await add({ invokeTarget: 'upkeep.expired', cronExpression: '0 * * * * ?', misfirePolicy: '1' });
    const minute = Math.floor(Date.now() / 60_000) * 60;
    await due(jobId, Date.now() / 1000 - (minute - 180));
    const schedulers = [schedule(), schedule()];
    await until(() => expect(ran.length).toBe(before + 1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(ran.length).toBe(before + 1);
    release();
    await until(() => expect(ran.length).toBeGreaterThanOrEqual(before + 4));
    await operator.put('/monitor/job/changeStatus', { jobId, status: '1' });
    await Promise.all(schedulers.map((one) => one.stop()));
    hold = undefined;
  });

  it('that may not overlap queue manual runs across all processes', async () => {
    let release = () => {};
    hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = ran.length;
    const jobId = await add({ invokeTarget: 'upkeep.expired' });
    for (let count = 0; count < 2; count++) await operator.put('/monitor/job/run', { jobId });
    const schedulers = [schedule(), schedule()];
    await until(() => expect(ran.length).toBe(before + 1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(ran.length).toBe(before + 1);
    release();
    await until(() => expect(ran.length).toBe(before + 2));
    await Promise.all(schedulers.map((one) => one.stop()));
    hold = undefined;
  });

  it('that fail log the reason, and notify once at the configured number of failures', async () => {
    const jobId = await add({ jobName: '坏任务', invokeTarget: 'session.sweep', alarmAfter: 2 });
    const scheduler = schedule();
    for (let failures = 1; failures <= 3; failures++) {
      await operator.put('/monitor/job/run', { jobId });
      await until(async () => expect((await read(jobId)).failures).toBe(failures));
    }
    await scheduler.stop();
    expect(alarms).toEqual(['坏任务 2']);
    expect((await logsOf(jobId))[0]).toMatchObject({ status: '1', exceptionInfo: 'TypeError: out of luck' });
    expect(await read(jobId)).toMatchObject({ lastStatus: '1', failures: 3 });
  });

  it('of a dead process are closed as failed by the next process', async () => {
    const jobId = await add();
    await server.db
      .insertInto('jobLog')
      .values({ jobId, jobName: 'x', jobGroup: 'DEFAULT', invokeTarget: 'y', lease: crypto.randomUUID(), leaseTime: '2020-01-01 00:00:00' })
      .execute();
    const scheduler = schedule();
    await until(async () => expect((await logsOf(jobId))[0]).toMatchObject({ status: '1', exceptionInfo: '运行中的进程中断' }));
    const english = await operator.get(`/monitor/jobLog/list?jobId=${jobId}`, { 'accept-language': 'en' });
    expect(english.body.rows[0].exceptionInfo).toBe('The process ended during the run');
    await scheduler.stop();
  });

  it('have logs that can be filtered, exported, deleted and cleared, except running ones', async () => {
    const jobId = await add({ jobName: '留痕' });
    const [{ jobLogId: open }, { jobLogId: ended }] = (await server.db
      .insertInto('jobLog')
      .values([
        { jobId, jobName: '留痕', jobGroup: 'DEFAULT', invokeTarget: 'y' },
        { jobId, jobName: '留痕', jobGroup: 'DEFAULT', invokeTarget: 'y', endTime: new Date().toISOString(), status: '1' },
      ])
      .returning('jobLogId')
      .execute()) as [{ jobLogId: number }, { jobLogId: number }];
    const total = async (query: string) =>
      (await operator.get(`/monitor/jobLog/list?jobName=${encodeURIComponent('留痕')}&${query}`)).body.total;
    expect([await total(''), await total('status=1'), await total('status=0')]).toEqual([2, 1, 0]);
    expect((await operator.delete(`/monitor/jobLog/${open}`)).body.problem).toBe('notFound');
    expect((await operator.delete(`/monitor/jobLog/${ended}`)).body.code).toBe(200);
    expect((await operator.post('/monitor/jobLog/export', '')).type).toContain('spreadsheetml');
    expect((await operator.delete('/monitor/jobLog/clean')).body.code).toBe(200);
    expect((await operator.get('/monitor/jobLog/list')).body.rows.map((row: { jobLogId: number }) => row.jobLogId)).toContain(open);
  });

  it('require the permission', async () => {
    const reader = await server.as(['monitor:job:list']);
    expect((await reader.post('/monitor/job', input())).body.code).toBe(403);
    expect((await reader.put('/monitor/job/run', { jobId: 1 })).body.code).toBe(403);
    expect((await reader.delete('/monitor/jobLog/clean')).body.code).toBe(403);
    expect((await (await server.as([])).get('/monitor/job/targets')).body.code).toBe(403);
  });
});
