import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Undefined if the system does not provide the file. */
const read = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** A number from a kernel file; null if missing or unlimited. */
async function count(file: string): Promise<number | null> {
  const number = Number((await read(file))?.trim() || Number.NaN);
  // cgroups v1 reports "no limit" as a huge number
  return Number.isFinite(number) && number < 2 ** 60 ? number : null;
}

/** The value of `name` in a file of key-value pairs. */
async function line(file: string, name: string): Promise<number | undefined> {
  const number = new RegExp(`^${name} (\\d+)$`, 'm').exec((await read(file)) ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Mount point of cgroups, both versions. */
const CGROUPS = '/sys/fs/cgroup';

/** By cgroups v1 or v2, in bytes and CPUs; null without limits. The inactive file cache counts as free, because the kernel reclaims it. */
export async function readContainer(root = CGROUPS) {
  const [v2, v1] = [root, path.join(root, 'memory')];
  const memoryLimit = (await count(`${v2}/memory.max`)) ?? (await count(`${v1}/memory.limit_in_bytes`));
  const usage = (await count(`${v2}/memory.current`)) ?? (await count(`${v1}/memory.usage_in_bytes`));
  const inactiveCache = (await line(`${v2}/memory.stat`, 'inactive_file')) ?? (await line(`${v1}/memory.stat`, 'total_inactive_file')) ?? 0;
  const memoryUsed = usage === null ? null : Math.max(0, usage - inactiveCache);
  const [quota, period] = ((await read(`${root}/cpu.max`)) ?? '').trim().split(' ').map(Number);
  const [quota1, period1] = [await count(`${root}/cpu/cpu.cfs_quota_us`), await count(`${root}/cpu/cpu.cfs_period_us`)];
  const cpuLimit = quota && period ? quota / period : quota1 && quota1 > 0 && period1 ? quota1 / period1 : null;
  const hasMemoryLimit = memoryLimit !== null && memoryLimit < os.totalmem();
  return hasMemoryLimit || cpuLimit !== null ? { memoryLimit: hasMemoryLimit ? memoryLimit : null, memoryUsed, cpuLimit } : null;
}

/** Host memory in bytes; reclaimable caches count as free. */
export async function readMemory() {
  const total = os.totalmem();
  const available = /^MemAvailable:\s+(\d+) kB/m.exec((await read('/proc/meminfo')) ?? '')?.[1];
  return { total, free: available ? Number(available) * 1024 : os.freemem() };
}

interface Ticks {
  user: number;
  sys: number;
  wait: number;
  idle: number;
}

/** Accumulated CPU time in any unit; only differences matter. */
export async function readTicks(): Promise<Ticks> {
  const line = /^cpu\s+(.*)$/m.exec((await read('/proc/stat')) ?? '')?.[1];
  if (line) {
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = line.trim().split(/\s+/).map(Number);
    return { user: user + nice, sys: system + irq + soft + steal, wait, idle };
  }
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (key: keyof (typeof times)[number]) => times.reduce((total, each) => total + each[key], 0);
  return { user: sum('user') + sum('nice'), sys: sum('sys') + sum('irq'), wait: 0, idle: sum('idle') };
}

/** Shares between two readings, in per cent with two decimals. */
export function sharesOf(before: Ticks, after: Ticks) {
  const parts = {
    user: after.user - before.user,
    sys: after.sys - before.sys,
    wait: after.wait - before.wait,
    idle: after.idle - before.idle,
  };
  const total = Math.max(1, parts.user + parts.sys + parts.wait + parts.idle);
  const share = (part: number) => Math.round((part / total) * 10_000) / 100;
  return { used: share(parts.user), sys: share(parts.sys), wait: share(parts.wait), free: share(parts.idle) };
}

/** File systems that store no user data. */
const virtualFileSystems =
  /^(proc|sysfs|cgroup2?|devpts|devtmpfs|mqueue|debugfs|tracefs|securityfs|pstore|bpf|configfs|fusectl|hugetlbfs|autofs|nsfs|ramfs|binfmt_misc|rpc_pipefs)$/;

/** Mounted disks in bytes, each once; the disk of `folder` if the system does not list mounts. */
export async function readDisks(folder: string) {
  const lines = ((await read('/proc/self/mounts')) ?? '').split('\n').filter(Boolean);
  const mounts = lines.flatMap((line) => {
    const [device = '', dir = '', type = ''] = line.split(' ');
    return virtualFileSystems.test(type) ? [] : [{ device, type, dir: dir.replaceAll('\\040', ' ') }];
  });
  const candidates = mounts.length > 0 ? mounts : [{ device: '', type: '', dir: folder }];
  const disks = await Promise.all(
    candidates.map(async ({ device, type, dir }) => {
      const figures = await statfs(dir).catch(() => undefined);
      if (!figures || figures.blocks === 0) return [];
      const [total, free] = [figures.blocks * figures.bsize, figures.bavail * figures.bsize];
      return [{ device, type, dir, total, free, used: (figures.blocks - figures.bfree) * figures.bsize }];
    }),
  );
  // keeps the shortest mount point of each disk
  const disksByKey = new Map<string, (typeof disks)[number][number]>();
  for (const disk of disks.flat().sort((one, other) => one.dir.length - other.dir.length)) {
    const key = `${disk.device} ${disk.total} ${disk.free}`;
    if (!disksByKey.has(key)) disksByKey.set(key, disk);
  }
  return [...disksByKey.values()];
}

/** Two decimals. */
export const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0);
