/** Piles up marks that would cover each other: each gets the lowest level on which its neighbours leave room. */
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
