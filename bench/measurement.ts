import { readFileSync } from 'node:fs';

export interface Measurement {
  name: string;
  value: number;
  unit: string;
  aim?: number;
  /** The aim is an upper limit, as for memory. */
  lowerIsBetter?: boolean;
  /** Measured in the same run; `requiredRatio` is the required ratio of the figure to the baseline. */
  baseline?: { name: string; value: number; requiredRatio?: number };
}

/** Operations per second, where `work` does `operations` operations. Median of three runs after two warm-up runs. */
export function measureRate(operations: number, work: () => void): number {
  const seconds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  });
  return operations / median(seconds.slice(2));
}

/** Nearest rank: the smallest value that is at least as large as `share` of the values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Resident memory of a process on Linux, without its children. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Seconds of each of `rounds` sequential runs. */
export async function secondsOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    durations.push((performance.now() - start) / 1000);
  }
  return durations;
}

const compactNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

export function print({ name: title, value, unit, aim, lowerIsBetter = false, baseline }: Measurement): void {
  const parts = [title.padEnd(44), `${compactNumber.format(value)} ${unit}`.padEnd(16)];
  if (aim !== undefined) {
    const isMet = lowerIsBetter ? value <= aim : value >= aim;
    parts.push(`${isMet ? 'meets' : 'MISSES'} ${lowerIsBetter ? '≤' : '≥'} ${compactNumber.format(aim)}`.padEnd(16));
  }
  if (baseline) {
    const { name, value: baselineValue, requiredRatio = 0 } = baseline;
    const ratioResult = requiredRatio > 0 ? `${value >= baselineValue * requiredRatio ? 'meets' : 'MISSES'} ≥ ${requiredRatio}× ` : '';
    parts.push(`${ratioResult}${compactNumber.format(value / baselineValue)}× ${name} (${compactNumber.format(baselineValue)})`);
  }
  process.stdout.write(`${parts.join('  ')}\n`);
}
