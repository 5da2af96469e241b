/** Reading and simplifying the outlines of `china-outlines`. */

export type Point = [x: number, y: number];

/** Rings are zigzag-encoded deltas, two characters per point from code 64, in 1/1024 degree. */
export function ringOf(text: string, [x, y]: Point): Point[] {
  const ring: Point[] = [];
  const step = (at: number) => {
    const code = text.charCodeAt(at) - 64;
    return (code >> 1) ^ -(code & 1);
  };
  for (let at = 0; at + 1 < text.length; at += 2) {
    x += step(at);
    y += step(at + 1);
    ring.push([x, y]);
  }
  return ring;
}

export const degrees = ([x, y]: Point): Point => [x / 1024, y / 1024];

/** Douglas-Peucker simplification, independent of direction. `distance` is that of a point from the line between two others. */
export function simplify(line: Point[], tolerance: number, distance: (point: Point, from: Point, to: Point) => number): Point[] {
  const first = line[0]!;
  const last = line.at(-1)!;
  let [worst, at] = [0, 0];
  for (let i = 1; i < line.length - 1; i++) {
    const far = distance(line[i]!, first, last);
    if (far > worst) [worst, at] = [far, i];
  }
  if (worst <= tolerance) return [first, last];
  return [...simplify(line.slice(0, at + 1), tolerance, distance).slice(0, -1), ...simplify(line.slice(at), tolerance, distance)];
}
