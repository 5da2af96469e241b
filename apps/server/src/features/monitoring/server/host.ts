import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A file of numbers that this system may not have. */
const read = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** A count in a file of the kernel; null where there is none, or where it says that there is no limit. */
async function count(file: string): Promise<number | null> {
  const number = Number((await read(file))?.trim() || Number.NaN);
  // version 1 of cgroups says "no limit" by a number beyond all memory
  return Number.isFinite(number) && number < 2 ** 60 ? number : null;
}

/** The number that a file of named numbers has for `name`. */
async function line(file: string, name: string): Promise<number | undefined> {
  const number = new RegExp(`^${name} (\\d+)$`, 'm').exec((await read(file)) ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Where the kernel mounts the groups that limit containers, of either version. */
const CGROUPS = '/sys/fs/cgroup';

/**
 * What limits this container, by cgroups of either version; null where nothing does. Bytes and processors. Files that the kernel keeps in
 * memory and nobody has used lately count as free: it gives them up when memory is asked for, and who reads files would seem full for ever.
 */
export async function readContainer(root = CGROUPS) {
  const [v2, v1] = [root, path.join(root, 'memory')];
  const memoryLimit = (await count(`${v2}/memory.max`)) ?? (await count(`${v1}/memory.limit_in_bytes`));
  const charged = (await count(`${v2}/memory.current`)) ?? (await count(`${v1}/memory.usage_in_bytes`));
  const kept = (await line(`${v2}/memory.stat`, 'inactive_file')) ?? (await line(`${v1}/memory.stat`, 'total_inactive_file')) ?? 0;
  const memoryUsed = charged === null ? null : Math.max(0, charged - kept);
  const [quota, period] = ((await read(`${root}/cpu.max`)) ?? '').trim().split(' ').map(Number);
  const [quota1, period1] = [await count(`${root}/cpu/cpu.cfs_quota_us`), await count(`${root}/cpu/cpu.cfs_period_us`)];
  const cpuLimit = quota && period ? quota / period : quota1 && quota1 > 0 && period1 ? quota1 / period1 : null;
  const limited = memoryLimit !== null && memoryLimit < os.totalmem();
  return limited || cpuLimit !== null ? { memoryLimit: limited ? memoryLimit : null, memoryUsed, cpuLimit } : null;
}

/** Memory of the host in bytes; what the system keeps only as a cache counts as free. */
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

/** Time of all processors since the start, in any unit: only differences count. */
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

/** Shares of the time between two readings, per cent with two decimals. */
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

/** File systems that hold no data of anybody's. */
const unreal =
  /^(proc|sysfs|cgroup2?|devpts|devtmpfs|mqueue|debugfs|tracefs|securityfs|pstore|bpf|configfs|fusectl|hugetlbfs|autofs|nsfs|ramfs|binfmt_misc|rpc_pipefs)$/;

/** Disks as they are mounted, each once, bytes; where the system does not list them, the one below `folder`. */
export async function readDisks(folder: string) {
  const lines = ((await read('/proc/self/mounts')) ?? '').split('\n').filter(Boolean);
  const mounts = lines.flatMap((line) => {
    const [device = '', dir = '', type = ''] = line.split(' ');
    return unreal.test(type) ? [] : [{ device, type, dir: dir.replaceAll('\\040', ' ') }];
  });
  const named = mounts.length > 0 ? mounts : [{ device: '', type: '', dir: folder }];
  const disks = await Promise.all(
    named.map(async ({ device, type, dir }) => {
      const figures = await statfs(dir).catch(() => undefined);
      if (!figures || figures.blocks === 0) return [];
      const [total, free] = [figures.blocks * figures.bsize, figures.bavail * figures.bsize];
      return [{ device, type, dir, total, free, used: (figures.blocks - figures.bfree) * figures.bsize }];
    }),
  );
  // what is mounted at several places is one disk: the shortest path names it
  const once = new Map<string, (typeof disks)[number][number]>();
  for (const disk of disks.flat().sort((one, other) => one.dir.length - other.dir.length)) {
    const key = `${disk.device} ${disk.total} ${disk.free}`;
    if (!once.has(key)) once.set(key, disk);
  }
  return [...once.values()];
}

/** Per cent with two decimals. */
export const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0);
