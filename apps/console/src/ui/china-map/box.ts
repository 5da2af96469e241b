import type { Outline } from './shape.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Equals the country's, so that the layout does not shift. */
const SHAPE = 1.28;

/** With a margin, in the aspect ratio of the country's map. */
export function boxOf(path: string): Box {
  let [x, y] = [0, 0];
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (const [, command, dx, dy] of path.matchAll(/([Ml])(-?\d+),?(-?\d+)/g)) {
    // a new ring starts at an absolute position
    [x, y] = command === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  const wide = (box.right - box.left) / 10;
  const tall = (box.bottom - box.top) / 10;
  const width = Math.max(wide, tall * SHAPE) * 1.12;
  const height = width / SHAPE;
  return { x: (box.left + box.right) / 20 - width / 2, y: (box.top + box.bottom) / 20 - height / 2, width, height };
}

const ways: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nearest region in the direction of an arrow key. Sideways distance counts twice. */
export function neighbour(key: string, from: Outline, regions: readonly Outline[]): Outline | undefined {
  const way = ways[key];
  if (!way) return undefined;
  let found: Outline | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const region of regions) {
    const [dx, dy] = [region.x - from.x, region.y - from.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const far = ahead + 2 * aside;
    if (ahead > 0 && far < least) [found, least] = [region, far];
  }
  return found;
}
