/** A stretch of time, in milliseconds since 1970, and about how many scans it holds. */
export interface Stretch {
  from: number;
  to: number;
  rows: number;
}

/**
 * The moment that about `share` (0 to 1) of the scans of `stretches` are newer than, within [begin, end]; within a stretch scans are
 * taken to be spread evenly. Undefined where nothing is known.
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
