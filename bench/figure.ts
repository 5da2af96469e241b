export interface Figure {
  name: string;
  value: number;
  unit: string;
  aim?: number;
  /** The aim is an upper limit, as for memory. */
  lowIsGood?: boolean;
  /** Measured in the same run; `times` is the required ratio of the figure to the rival. */
  rival?: { name: string; value: number; times?: number };
}

/** Operations per second, where `work` does `times` operations. Median of three runs after two warm-up runs. */
export function rate(times: number, work: () => void): number {
  const seconds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  });
  return times / median(seconds.slice(2));
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

export function print({ name: title, value, unit, aim, lowIsGood = false, rival }: Figure): void {
  const parts = [title.padEnd(44), `${short.format(value)} ${unit}`.padEnd(16)];
  if (aim !== undefined) {
    const isMet = lowIsGood ? value <= aim : value >= aim;
    parts.push(`${isMet ? 'meets' : 'MISSES'} ${lowIsGood ? '≤' : '≥'} ${short.format(aim)}`.padEnd(16));
  }
  if (rival) {
    const { name, value: other, times = 0 } = rival;
    const held = times > 0 ? `${value >= other * times ? 'meets' : 'MISSES'} ≥ ${times}× ` : '';
    parts.push(`${held}${short.format(value / other)}× ${name} (${short.format(other)})`);
  }
  process.stdout.write(`${parts.join('  ')}\n`);
}
