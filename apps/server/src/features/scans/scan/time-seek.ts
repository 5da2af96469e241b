/** Time span in milliseconds since 1970, and its approximate number of scans. */
export interface Stretch {
  from: number;
  to: number;
  rows: number;
}

/**
 * The moment after which about `share` (0 to 1) of the scans lie, within [begin, end]. Interpolates linearly; undefined without statistics.
 * @param stretches newest first
 */
export function momentAfter(stretches: Stretch[], share: number, begin = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY) {
  const cut = stretches.flatMap(({ from, to, rows }) => {
    const [lower, upper] = [Math.max(from, begin), Math.min(to, end)];
    if (upper < lower) return [];
    const part = to > from ? (upper - lower) / (to - from) : 1;
    return [{ from: lower, to: upper, rows: rows * part }];
  });
  let newer = share * cut.reduce((sum, { rows }) => sum + rows, 0);
  for (const { from, to, rows } of cut) {
    if (newer <= rows) return to - (to - from) * (rows > 0 ? newer / rows : 0);
    newer -= rows;
  }
  return cut.at(-1)?.from;
}
