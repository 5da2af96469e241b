/** Steps of a fill, from above 0 to the maximum. */
export const STEPS = 5;

/** Smallest round number (1, 2, 2.5 or 5 times a power of ten) not below the largest value. */
export function roundUpMax(maxValue: number): number {
  if (maxValue <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(maxValue));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= maxValue * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Step of a value: 0 for none, otherwise 1 to `STEPS`. */
export const stepOf = (value: number, maxValue: number) =>
  value <= 0 ? 0 : Math.min(STEPS, Math.max(1, Math.ceil((value / maxValue) * STEPS - 1e-9)));
