import os from 'node:os';
import v8 from 'node:v8';
import type { ServerReading } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { timeOf } from '../../../platform/shanghai-time.ts';
import { percent, readContainer, readDisks, readMemory, readTicks, sharesOf } from './host.ts';
import { readLimits, self } from './sampler.ts';
import * as queries from './server.queries.ts';

export { claimAlarm } from './server.queries.ts';

const GiB = 2 ** 30;
const MiB = 2 ** 20;
const round = (bytes: number, unit: number) => Math.round((bytes / unit) * 100) / 100;

/** Milliseconds over which CPU usage is measured for one response. */
const MEASURE_MS = 300;

/** Shows only the names of process arguments, because values may be secrets. */
export async function read({ db, t, installation }: Context): Promise<ServerReading> {
  const before = await readTicks();
  await new Promise((resolve) => setTimeout(resolve, MEASURE_MS));
  const [shares, memory, container, disks, limits] = [
    sharesOf(before, await readTicks()),
    await readMemory(),
    await readContainer(),
    await readDisks(installation.dataDir),
    await readLimits(db),
  ];
  const heap = v8.getHeapStatistics();
  const started = Date.parse(self.startTime);
  return {
    cpu: { cpuNum: os.availableParallelism(), total: 100, ...shares },
    mem: {
      total: round(memory.total, GiB),
      used: round(memory.total - memory.free, GiB),
      free: round(memory.free, GiB),
      usage: percent(memory.total - memory.free, memory.total),
    },
    jvm: {
      total: round(heap.total_heap_size, MiB),
      max: round(heap.heap_size_limit, MiB),
      used: round(heap.used_heap_size, MiB),
      free: round(heap.total_heap_size - heap.used_heap_size, MiB),
      usage: percent(heap.used_heap_size, heap.heap_size_limit),
      name: 'Node.js',
      version: process.version,
      home: process.execPath,
      startTime: timeOf(started),
      runTime: t('monitor.server.runTime', durationOf(Date.now() - started)),
      inputArgs: `[${process.execArgv.map((argument) => argument.split('=')[0]).join(', ')}]`,
    },
    sys: {
      computerName: os.hostname(),
      computerIp: addressOfHost(),
      userDir: process.cwd(),
      osName: `${os.type()} ${os.release()}`,
      osArch: os.arch(),
    },
    sysFiles: disks.map(({ device, type, dir, total, free, used }) => ({
      dirName: dir,
      sysTypeName: type,
      typeName: device,
      total: formatSize(total),
      free: formatSize(free),
      used: formatSize(used),
      usage: percent(used, used + free),
    })),
    container,
    limits,
  };
}

export const listProcesses = ({ db }: Context) => queries.listProcesses(db, self.processId);

export const listSamples = ({ db }: Context, { processId = self.processId }: { processId?: string | undefined }) =>
  queries.listSamples(db, processId);

function durationOf(milliseconds: number) {
  const minutes = Math.floor(milliseconds / 60_000);
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}

const addressOfHost = () =>
  Object.values(os.networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

/** Formats sizes as RuoYi does: `12.3 GB`. */
function formatSize(bytes: number) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step]}`;
}
