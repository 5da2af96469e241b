import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { degrees, type Point, ringOf, simplify } from './outline-lines.ts';

/**
 * Generates the boundaries of cities (`reference-data/regions/boundaries.json`) from `china-outlines`, simplified to about 1 km. One line
 * per city: code, centre and rings in hundredths of a degree. A ring is its first point, then the difference to each next one.
 */

interface Feature {
  id: string;
  properties: { cp: [number, number] };
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: string[] | string[][]; encodeOffsets: Point[] | Point[][] };
}

/** Maximum deviation of a simplified line, in degrees. */
const TOLERANCE = 0.012;

/** From the segment. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

const whole = (degrees: number) => Math.round(degrees * 100);

/** A ring as deltas, without the repeated end; undefined if too small. */
function steps(ring: Point[]): number[] | undefined {
  const half = ring.length >> 1;
  // a closed ring is split in two, because its ends are the same point
  const line = [...simplify(ring.slice(0, half + 1), TOLERANCE, distance), ...simplify(ring.slice(half), TOLERANCE, distance).slice(1)];
  const points = line
    .map(([lng, lat]) => [whole(lng), whole(lat)] as const)
    .filter((point, at, all) => at === 0 || point.join() !== all[at - 1]!.join());
  if (points.length < 4) return undefined;
  return points.flatMap(([lng, lat], at) => (at === 0 ? [lng, lat] : [lng - points[at - 1]![0], lat - points[at - 1]![1]]));
}

const { features } = createRequire(import.meta.url)('china-outlines/map/json/china-cities.json') as { features: Feature[] };
const provinces = createRequire(import.meta.url)('china-outlines/map/json/china.json') as { features: Feature[] };
/** Provinces without cities in the source file. */
const provincesAlone = provinces.features.filter(({ id }) => !features.some((city) => city.id.slice(0, 2) === id.slice(0, 2)));

const cities = [...features, ...provincesAlone]
  .map(({ id, properties, geometry: { type, coordinates, encodeOffsets } }) => {
    const polygons = type === 'Polygon' ? [coordinates as string[]] : (coordinates as string[][]);
    const offsets = type === 'Polygon' ? [encodeOffsets as Point[]] : (encodeOffsets as Point[][]);
    const rings = polygons.flatMap((polygon, index) => polygon.map((text, at) => steps(ringOf(text, offsets[index]![at]!).map(degrees))));
    const [lng, lat] = properties.cp.map(whole);
    return { code: id, lng, lat, rings: rings.filter((ring) => ring !== undefined) };
  })
  .filter(({ rings }) => rings.length > 0)
  .sort((one, other) => (one.code < other.code ? -1 : 1));

const file = path.join(import.meta.dirname, '../reference-data/regions/boundaries.json');
writeFileSync(file, `[\n${cities.map((city) => JSON.stringify(city)).join(',\n')}\n]\n`);
