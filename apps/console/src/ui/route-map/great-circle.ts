/** Mean radius of the Earth in metres (IUGG 1980). */
export const EARTH = 6_371_008.8;

type Position = readonly [lng: number, lat: number];

const RAD = Math.PI / 180;

/** Great-circle distance in metres between two positions in degrees (haversine). */
export function distanceOf([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const across = Math.sin(((lat2 - lat1) * RAD) / 2) ** 2;
  const along = Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * Math.sin(((lng2 - lng1) * RAD) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(across + along)));
}

/** Both ends included; for distances below half the circumference. */
export function greatCirclePoints(from: Position, to: Position, segments = 48): Position[] {
  const angle = distanceOf(from, to) / EARTH;
  if (angle < 1e-9) return [from, to];
  const [one, other] = [vectorOf(from), vectorOf(to)];
  return Array.from({ length: segments + 1 }, (_, at) => {
    const fraction = at / segments;
    const [a, b] = [Math.sin((1 - fraction) * angle) / Math.sin(angle), Math.sin(fraction * angle) / Math.sin(angle)];
    const [x, y, z] = [a * one[0] + b * other[0], a * one[1] + b * other[1], a * one[2] + b * other[2]];
    return [Math.atan2(y, x) / RAD, Math.atan2(z, Math.hypot(x, y)) / RAD] as const;
  });
}

const vectorOf = ([lng, lat]: Position) =>
  [Math.cos(lat * RAD) * Math.cos(lng * RAD), Math.cos(lat * RAD) * Math.sin(lng * RAD), Math.sin(lat * RAD)] as const;
