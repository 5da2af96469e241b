/** Stacks overlapping marks: each gets the lowest level where it fits. */
export function stackDots<Mark extends { x: number }>(marks: readonly Mark[], minDistance: number): (Mark & { level: number })[] {
  const ends: number[] = [];
  return marks
    .toSorted((one, other) => one.x - other.x)
    .map((mark) => {
      const freeLevel = ends.findIndex((end) => mark.x - end >= minDistance);
      const level = freeLevel < 0 ? ends.length : freeLevel;
      ends[level] = mark.x;
      return { ...mark, level };
    });
}

const MS_PER_DAY = 86_400_000;
/** Offset of Shanghai time from UTC in milliseconds. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
/** Pixels per day label, with margin. */
const LABEL_WIDTH_PX = 96;

/** Midnights in Shanghai within a time range, evenly spaced, so that labels fit into `width` pixels and clear both ends. */
export function dayTicks(from: number, to: number, width: number): number[] {
  const perDay = (width * MS_PER_DAY) / Math.max(to - from, 1);
  const step = [1, 2, 7, 14, 30, 90, 365].find((days) => days * perDay >= LABEL_WIDTH_PX);
  if (step === undefined) return [];
  const start = Math.ceil((from + SHANGHAI_OFFSET_MS) / MS_PER_DAY) * MS_PER_DAY - SHANGHAI_OFFSET_MS;
  const count = Math.max(0, Math.ceil((to - start) / (step * MS_PER_DAY)));
  const days = Array.from({ length: count }, (_, at) => start + at * step * MS_PER_DAY);
  return days.filter((day) => Math.min(day - from, to - day) * perDay >= LABEL_WIDTH_PX * MS_PER_DAY);
}
