import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startSuyuan } from '../e2e/support/suyuan-process.ts';
import { type Measurement, median, print, residentMiB } from './measurement.ts';

export async function run(report: (figure: Measurement) => void) {
  const first = await startSuyuan();
  const { dataDir } = first;
  await first.stopProcess();
  const times: number[] = [];
  let memory = 0;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const suyuan = await startSuyuan({}, dataDir);
    times.push((performance.now() - start) / 1000);
    await wait(3000);
    memory = residentMiB(suyuan.pid);
    if (round < 2) await suyuan.stopProcess();
    else await suyuan.stop();
  }
  report({ name: 'cold start, built and installed', value: median(times), unit: 's', aim: 2, lowerIsBetter: true });
  report({ name: 'resident memory, idle', value: memory, unit: 'MiB', aim: 200, lowerIsBetter: true });
  report({ name: 'resident memory of a bare Node process', value: await bareNodeMiB(), unit: 'MiB' });
}

/** MiB of an idle Node process, as the rival. */
async function bareNodeMiB(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await wait(500);
  const memory = residentMiB(child.pid ?? 0);
  child.kill();
  return memory;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
