import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { readContainer, sharesOf } from './host.ts';
import { type Measure, startSampler } from './sampler.ts';
import * as queries from './server.queries.ts';

describe('server page', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('returns processors, memory, process, system and disks in the RuoYi format', async () => {
    const operator = await server.as(['monitor:server:list']);
    const { data } = (await operator.get('/monitor/server')).body;
    expect(Object.keys(data)).toEqual(['cpu', 'mem', 'jvm', 'sys', 'sysFiles', 'container', 'limits']);
    expect(data.limits).toEqual({
      cpu: expect.any(Number),
      memory: expect.any(Number),
      disk: expect.any(Number),
      loopP99: expect.any(Number),
    });
    expect(Object.keys(data.cpu)).toEqual(['cpuNum', 'total', 'used', 'sys', 'wait', 'free']);
    expect(data.cpu.used + data.cpu.sys + data.cpu.wait + data.cpu.free).toBeCloseTo(100, 0);
    expect(data.mem.used + data.mem.free).toBeCloseTo(data.mem.total, 1);
    expect(data.jvm.version).toBe(process.version);
    expect(data.jvm.used).toBeLessThanOrEqual(data.jvm.max);
    expect(data.jvm.startTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(data.sysFiles.length).toBeGreaterThan(0);
    for (const disk of data.sysFiles) {
      expect(disk.total).toMatch(/^[\d.]+ [KMGTP]?B$/);
      expect(disk.usage).toBeGreaterThanOrEqual(0);
      expect(disk.usage).toBeLessThanOrEqual(100);
    }
  });

  it('shows the names of start arguments and never their values', async () => {
    const operator = await server.as(['monitor:server:list']);
    process.execArgv.push('--secret-option=hunter2');
    try {
      const { data } = (await operator.get('/monitor/server')).body;
      expect(data.jvm.inputArgs).toContain('--secret-option');
      expect(JSON.stringify(data)).not.toContain('hunter2');
    } finally {
      process.execArgv.pop();
    }
  });

  it('lists every process of the installation with its last 15 minutes, until it leaves', async () => {
    const operator = await server.as(['monitor:server:list']);
    const other = { processId: crypto.randomUUID(), role: 'worker', hostName: 'elsewhere', pid: 7, startTime: '2026-11-21 08:00:00' };
    const figures = { cpu: 1, processCpu: 2, memory: 3, rss: 4, heapUsed: 5, loopP50: 6, loopP99: 7, loopBusy: 8, gc: 9, requests: 10 };
    await queries.recordSample(server.db, other, figures);
    await server.db
      .insertInto('processSample')
      .values({ processId: other.processId, sampleTime: '2020-01-01 00:00:00', figures: JSON.stringify(figures) })
      .execute();
    await queries.recordSample(server.db, other, figures);
    const { data } = (await operator.get('/monitor/server/processes')).body;
    expect(data).toContainEqual(expect.objectContaining({ ...other, current: false }));
    const samples = (await operator.get(`/monitor/server/samples?processId=${other.processId}`)).body.data;
    expect(samples).toHaveLength(2);
    expect(samples[0]).toMatchObject(figures);
    expect(Math.abs(Date.now() - samples[1].at)).toBeLessThan(60_000);
    await queries.removeProcess(server.db, other.processId);
    expect((await operator.get(`/monitor/server/samples?processId=${other.processId}`)).body.data).toEqual([]);
    expect((await operator.get('/monitor/server/samples?processId=1')).body.problem).toBe('invalidInput');
  });

  it('raises one alarm per hour across processes for a full disk', async () => {
    expect(await Promise.all([1, 2, 3].map(() => queries.claimAlarm(server.db, 'disk here')))).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await queries.claimAlarm(server.db, 'disk here')).toBe(false);
    await server.db.updateTable('setting').set({ configValue: '1' }).where('configKey', '=', 'suyuan.monitor.diskPercent').execute();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const raisedAlarms: [Measure, number][] = [];
    const faults: unknown[] = [];
    const sampler = startSampler(
      server.installation,
      'all',
      async (...alarm) => void raisedAlarms.push(alarm),
      (error) => faults.push(error),
    );
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await until(() => expect(raisedAlarms.length).toBe(1));
    await sampler.stop();
    expect(faults).toEqual([]);
    expect(raisedAlarms[0]?.[0]).toBe('disk');
  });

  it('computes processor shares from two readings', () => {
    const before = { user: 100, sys: 100, wait: 0, idle: 800 };
    expect(sharesOf(before, { user: 150, sys: 125, wait: 25, idle: 900 })).toEqual({ used: 25, sys: 12.5, wait: 12.5, free: 50 });
  });

  it('counts container page cache as free memory, for both cgroup versions', async () => {
    const versions = {
      2: {
        'memory.max': '1000000\n',
        'memory.current': '950000\n',
        'memory.stat': 'anon 200000\nactive_file 50000\ninactive_file 700000\n',
      },
      1: {
        'memory/memory.limit_in_bytes': '1000000\n',
        'memory/memory.usage_in_bytes': '950000\n',
        'memory/memory.stat': 'inactive_file 1\ntotal_inactive_file 700000\n',
      },
    };
    for (const [version, files] of Object.entries(versions)) {
      const root = mkdtempSync(path.join(tmpdir(), 'suyuan-cgroup-'));
      mkdirSync(path.join(root, 'memory'));
      for (const [name, content] of Object.entries(files)) writeFileSync(path.join(root, name), content);
      expect(await readContainer(root), version).toEqual({ memoryLimit: 1_000_000, memoryUsed: 250_000, cpuLimit: null });
      rmSync(root, { recursive: true });
    }
  });

  it('requires the permission', async () => {
    const clerk = await server.as([]);
    for (const url of ['', '/processes', '/samples']) expect((await clerk.get(`/monitor/server${url}`)).body.code).toBe(403);
  });
});
