/** Time span in milliseconds since 1970, and its approximate number of scans. */
export interface HistogramBucket {
  from: number;
  to: number;
  rows: number;
}

/**
 * The moment after which about `share` (0 to 1) of the scans lie, within [begin, end]. Interpolates linearly; undefined without statistics.
 * @param buckets newest first
 */
export function estimateMoment(
  buckets: HistogramBucket[],
  share: number,
  begin = Number.NEGATIVE_INFINITY,
  end = Number.POSITIVE_INFINITY,
) {
  const clipped = buckets.flatMap(({ from, to, rows }) => {
    const [lower, upper] = [Math.max(from, begin), Math.min(to, end)];
    if (upper < lower) return [];
    const part = to > from ? (upper - lower) / (to - from) : 1;
    return [{ from: lower, to: upper, rows: rows * part }];
  });
  let remainingRows = share * clipped.reduce((sum, { rows }) => sum + rows, 0);
  for (const { from, to, rows } of clipped) {
    if (remainingRows <= rows) return to - (to - from) * (rows > 0 ? remainingRows / rows : 0);
    remainingRows -= rows;
  }
  return clipped.at(-1)?.from;
}
