import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import { SAMPLE_SECONDS, type ServerSample } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { responseCount } from '../../../platform/http/traffic.ts';
import { repeat } from '../../../platform/repeat.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { percent, readContainer, readMemory, readTicks, sharesOf } from './host.ts';
import * as queries from './server.queries.ts';

/** Identity of this process in the process table. */
export const self = {
  processId: randomUUID(),
  hostName: os.hostname(),
  pid: process.pid,
  startTime: new Date(Date.now() - performance.now()).toISOString(),
};

/** Consecutive samples above the limit before an alarm: one minute. */
const ALARM_SAMPLES = 60 / SAMPLE_SECONDS;

export type Measure = 'cpu' | 'memory' | 'loopP99' | 'disk';
/** Called when a measure exceeds its limit for a minute. */
export type ServerAlarm = (measure: Measure, value: number) => Promise<unknown>;

/** Samples this process and its host every five seconds until stopped. */
export function startSampler({ db, dataDir }: Installation, role: string, alarm: ServerAlarm, report: (error: unknown) => void) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let gcMilliseconds = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcMilliseconds += duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  let ticks = readTicks();
  let cpu = process.cpuUsage();
  let lastSampleTime = performance.now();
  let lastUtilization = performance.eventLoopUtilization();
  let requests = responseCount();
  const samplesAbove: Record<Measure, number> = { cpu: 0, memory: 0, loopP99: 0, disk: 0 };

  async function sample() {
    const now = performance.now();
    const [before, after, memory, container] = [await ticks, await readTicks(), await readMemory(), await readContainer()];
    ticks = Promise.resolve(after);
    const used = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const loop = performance.eventLoopUtilization(lastUtilization);
    lastUtilization = performance.eventLoopUtilization();
    const { rss, heapUsed } = process.memoryUsage();
    const containerMemory = container?.memoryLimit ? percent(container.memoryUsed ?? 0, container.memoryLimit) : undefined;
    const figures: Omit<ServerSample, 'at'> = {
      cpu: Math.round((100 - sharesOf(before, after).free) * 100) / 100,
      processCpu: percent(used.user + used.system, (now - lastSampleTime) * 1000),
      memory: containerMemory ?? percent(memory.total - memory.free, memory.total),
      rss,
      heapUsed,
      loopP50: milliseconds(delay.percentile(50)),
      loopP99: milliseconds(delay.percentile(99)),
      loopBusy: Math.round(loop.utilization * 10_000) / 100,
      gc: Math.round(gcMilliseconds * 10) / 10,
      requests: responseCount() - requests,
    };
    lastSampleTime = now;
    requests = responseCount();
    gcMilliseconds = 0;
    delay.reset();
    await queries.recordSample(db, { ...self, role }, figures);
    await checkLimits({ cpu: figures.cpu, memory: figures.memory, loopP99: figures.loopP99, disk: await readDiskUsage(dataDir) });
  }

  async function checkLimits(values: Record<Measure, number>) {
    // read for each sample, so that changes apply immediately
    const limits = await readLimits(db);
    for (const [measure, value] of Object.entries(values) as [Measure, number][]) {
      const limit = limits[measure];
      samplesAbove[measure] = limit > 0 && value > limit ? samplesAbove[measure] + 1 : 0;
      if (samplesAbove[measure] >= (measure === 'disk' ? 1 : ALARM_SAMPLES)) {
        samplesAbove[measure] = 0;
        await alarm(measure, value);
      }
    }
  }

  const sampling = repeat(sample, SAMPLE_SECONDS * 1000, report);
  return {
    async stop() {
      observer.disconnect();
      delay.disable();
      await sampling.stop();
      await queries.removeProcess(db, self.processId).catch(() => undefined);
    },
  };
}

/** Nanoseconds to milliseconds with one decimal; 0 without measurements. */
const milliseconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? Math.round(nanoseconds / 100_000) / 10 : 0);

/** Disk usage in per cent, measured once a minute. */
let disk = { at: -Infinity, usage: 0 };
async function readDiskUsage(dataDir: string) {
  if (performance.now() - disk.at < 60_000) return disk.usage;
  const figures = await statfs(dataDir);
  disk = { at: performance.now(), usage: percent(figures.blocks - figures.bfree, figures.blocks) };
  return disk.usage;
}

/** Settings with the alarm limits; 0 disables an alarm. */
const limitSettings = {
  cpu: 'suyuan.monitor.cpuPercent',
  memory: 'suyuan.monitor.memoryPercent',
  disk: 'suyuan.monitor.diskPercent',
  loopP99: 'suyuan.monitor.loopMilliseconds',
} as const satisfies Record<Measure, string>;

export async function readLimits(db: Db): Promise<Record<Measure, number>> {
  const settings = await settingService.getMany(db, Object.values(limitSettings));
  const limitOf = (measure: Measure) => Number(settings[limitSettings[measure]] || 0);
  return { cpu: limitOf('cpu'), memory: limitOf('memory'), disk: limitOf('disk'), loopP99: limitOf('loopP99') };
}
