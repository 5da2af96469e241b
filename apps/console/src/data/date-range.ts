/** Names of the two ends of a range: `beginTime` and `endTime`, or with a prefix `expireBeginTime` and `expireEndTime`. */
export const rangeNames = (prefix = '') =>
  prefix ? ([`${prefix}BeginTime`, `${prefix}EndTime`] as const) : (['beginTime', 'endTime'] as const);

/** Whether a filter is an end of a range, which is sent inside `params[…]`. */
export const isRangeEnd = (name: string) => /(^b|B)eginTime$|(^e|E)ndTime$/.test(name);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Adds a time to the day in `beginTime` or `endTime`, because RuoYi compares its logs to the second. Other values are unchanged. */
export function momentOf(name: string, value: string): string {
  const time = { beginTime: '00:00:00', endTime: '23:59:59' }[name];
  return time && DAY.test(value) ? `${value} ${time}` : value;
}

/** Adds both ends of a range to the query; an open end is omitted. */
export function addDateRange<Q extends object>(query: Q, range: readonly (string | undefined)[] | null | undefined, prefix?: string) {
  const [begin, end] = rangeNames(prefix);
  return { ...query, [begin]: range?.[0] || undefined, [end]: range?.[1] || undefined };
}
