import type { Outline } from './region-outline.ts';

export interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Equals the country's, so that the layout does not shift. */
const ASPECT_RATIO = 1.28;

/** With a margin, in the aspect ratio of the country's map. */
export function boundingBoxOf(path: string): BoundingBox {
  let [x, y] = [0, 0];
  const bounds = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (const [, command, dx, dy] of path.matchAll(/([Ml])(-?\d+),?(-?\d+)/g)) {
    // a new ring starts at an absolute position
    [x, y] = command === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  const contentWidth = (bounds.right - bounds.left) / 10;
  const contentHeight = (bounds.bottom - bounds.top) / 10;
  const width = Math.max(contentWidth, contentHeight * ASPECT_RATIO) * 1.12;
  const height = width / ASPECT_RATIO;
  return { x: (bounds.left + bounds.right) / 20 - width / 2, y: (bounds.top + bounds.bottom) / 20 - height / 2, width, height };
}

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nearest region in the direction of an arrow key. Sideways distance counts twice. */
export function neighbour(key: string, from: Outline, regions: readonly Outline[]): Outline | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  let nearest: Outline | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const region of regions) {
    const [dx, dy] = [region.x - from.x, region.y - from.y];
    const forward = dx * direction[0] + dy * direction[1];
    const sideways = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const distance = forward + 2 * sideways;
    if (forward > 0 && distance < nearestDistance) [nearest, nearestDistance] = [region, distance];
  }
  return nearest;
}
