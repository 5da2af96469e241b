import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startSuyuan } from '../e2e/support/suyuan-process.ts';
import { type Measurement, median, print } from './measurement.ts';

export async function run(report: (figure: Measurement) => void) {
  const first = await startSuyuan();
  const { dataDir } = first;
  await first.stopProcess();
  const times: number[] = [];
  let residentMiB = 0;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const suyuan = await startSuyuan({}, dataDir);
    times.push((performance.now() - start) / 1000);
    await wait(3000);
    residentMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${suyuan.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    if (round < 2) await suyuan.stopProcess();
    else await suyuan.stop();
  }
  report({ name: 'cold start, built and installed', value: median(times), unit: 's', aim: 2, lowerIsBetter: true });
  report({ name: 'Node process at rest', value: residentMiB, unit: 'MiB', aim: 200, lowerIsBetter: true });
  report({ name: 'the bare runtime, for comparison', value: await bareNodeMiB(), unit: 'MiB' });
}

/** MiB of an idle Node process, as the rival. */
async function bareNodeMiB(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await wait(500);
  const { pid = 0 } = child;
  const residentMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  child.kill();
  return residentMiB;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
