/** Stacks overlapping marks: each gets the lowest level where it fits. */
export function stacked<Mark extends { x: number }>(marks: readonly Mark[], wide: number): (Mark & { level: number })[] {
  const ends: number[] = [];
  return marks
    .toSorted((one, other) => one.x - other.x)
    .map((mark) => {
      const free = ends.findIndex((end) => mark.x - end >= wide);
      const level = free < 0 ? ends.length : free;
      ends[level] = mark.x;
      return { ...mark, level };
    });
}

const DAY = 86_400_000;
/** Offset of Shanghai time from UTC in milliseconds. */
const EAST = 8 * 3_600_000;
/** Pixels per day label, with margin. */
const NAMED = 96;

/** Midnights in Shanghai within a time range, evenly spaced, so that labels fit into `width` pixels and clear both ends. */
export function daysBetween(from: number, to: number, width: number): number[] {
  const perDay = (width * DAY) / Math.max(to - from, 1);
  const step = [1, 2, 7, 14, 30, 90, 365].find((days) => days * perDay >= NAMED);
  if (step === undefined) return [];
  const start = Math.ceil((from + EAST) / DAY) * DAY - EAST;
  const count = Math.max(0, Math.ceil((to - start) / (step * DAY)));
  const days = Array.from({ length: count }, (_, at) => start + at * step * DAY);
  return days.filter((day) => Math.min(day - from, to - day) * perDay >= NAMED * DAY);
}
