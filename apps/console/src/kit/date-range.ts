/** Names of the two ends of a range: `beginTime` and `endTime`, or after a prefix `expireBeginTime` and `expireEndTime`. */
export const rangeNames = (prefix = '') =>
  prefix ? ([`${prefix}BeginTime`, `${prefix}EndTime`] as const) : (['beginTime', 'endTime'] as const);

/** Whether a filter is an end of a range, which travels inside `params[…]`. */
export const isRangeEnd = (name: string) => /(^b|B)eginTime$|(^e|E)ndTime$/.test(name);

/** The query with both ends of a range under the names of the specification; an open end is left out. */
export function addDateRange<Q extends object>(query: Q, range: readonly (string | undefined)[] | null | undefined, prefix?: string) {
  const [begin, end] = rangeNames(prefix);
  return { ...query, [begin]: range?.[0] || undefined, [end]: range?.[1] || undefined };
}
