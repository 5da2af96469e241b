import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deriver } from '@suyuan/codes/derive';
import { type Measurement, median } from './measurement.ts';

const COUNT = 20_000_000;
/** Lines per write, about 1 MB. */
const CHUNK = 65_536;

/** Derives 20 million codes (340 MB) into a file. The rival is a plain copy of that file. */
export function measureFile(deriver: Deriver): Measurement {
  const folder = mkdtempSync(join(tmpdir(), 'suyuan-bench-'));
  try {
    const seconds: { derive: number; copy: number }[] = [];
    for (let round = 0; round < 3; round++) {
      const file = join(folder, `codes-${round}.txt`);
      const derive = secondsOf(() => writeCodes(deriver, file));
      const copy = secondsOf(() => copyFileSync(file, join(folder, 'copy.txt')));
      seconds.push({ derive, copy });
      rmSync(file);
      rmSync(join(folder, 'copy.txt'));
    }
    const baseline = { name: 'cp of the file', value: COUNT / median(seconds.map(({ copy }) => copy)) };
    const value = COUNT / median(seconds.map(({ derive }) => derive));
    return { name: 'derive to a file', value, unit: 'codes/s', aim: 10_000_000, baseline };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeCodes(deriver: Deriver, file: string) {
  const buffer = Buffer.alloc(CHUNK * 32);
  const descriptor = openSync(file, 'w');
  try {
    for (let from = 0; from < COUNT; from += CHUNK) {
      const bytes = deriver.fill(buffer, from, Math.min(CHUNK, COUNT - from));
      for (let bytesWritten = 0; bytesWritten < bytes; ) bytesWritten += writeSync(descriptor, buffer, bytesWritten, bytes - bytesWritten);
    }
  } finally {
    closeSync(descriptor);
  }
}

function secondsOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
