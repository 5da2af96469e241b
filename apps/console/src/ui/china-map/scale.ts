/** Steps of a fill, from above 0 to `most`. */
export const STEPS = 5;

/** The round number at or above the largest value: 1, 2, 2.5 or 5 of a power of ten, so that the steps of a scale read well. */
export function roundTop(largest: number): number {
  if (largest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= largest * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Which step a value is in: 0 for nothing, else 1 to `STEPS`. */
export const stepOf = (value: number, most: number) =>
  value <= 0 ? 0 : Math.min(STEPS, Math.max(1, Math.ceil((value / most) * STEPS - 1e-9)));
