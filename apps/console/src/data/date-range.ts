/** `beginTime` and `endTime`, or with a prefix `expireBeginTime` and `expireEndTime`. */
export const rangeFieldNames = (prefix = '') =>
  prefix ? ([`${prefix}BeginTime`, `${prefix}EndTime`] as const) : (['beginTime', 'endTime'] as const);

/** Range ends are sent inside `params[…]`. */
export const isRangeEnd = (name: string) => /(^b|B)eginTime$|(^e|E)ndTime$/.test(name);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** RuoYi compares its logs to the second, so days in `beginTime` and `endTime` get a time. */
export function withTimeOfDay(name: string, value: string): string {
  const time = { beginTime: '00:00:00', endTime: '23:59:59' }[name];
  return time && DAY.test(value) ? `${value} ${time}` : value;
}

/** An open end is omitted. */
export function addDateRange<Q extends object>(query: Q, range: readonly (string | undefined)[] | null | undefined, prefix?: string) {
  const [begin, end] = rangeFieldNames(prefix);
  return { ...query, [begin]: range?.[0] || undefined, [end]: range?.[1] || undefined };
}
