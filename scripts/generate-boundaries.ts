import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Generates the boundaries of cities (`reference-data/regions/boundaries.json`) from `china-outlines`, simplified to about 1 km. One line
 * per city: code, centre and rings in hundredths of a degree. A ring is its first point, then the difference to each next one.
 */

type Ring = [lng: number, lat: number][];
interface Feature {
  id: string;
  properties: { cp: [number, number] };
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: string[] | string[][]; encodeOffsets: number[][] | number[][][] };
}

/** Maximum deviation of a simplified line, in degrees. */
const TOLERANCE = 0.012;

/** Zigzag-encoded deltas in 1/1024 degree, as characters from code 64. */
function decoded(text: string, [x = 0, y = 0]: number[]): Ring {
  const ring: Ring = [];
  const step = (at: number) => {
    const value = text.charCodeAt(at) - 64;
    return (value >> 1) ^ -(value & 1);
  };
  for (let at = 0; at < text.length; at += 2) {
    x += step(at);
    y += step(at + 1);
    ring.push([x / 1024, y / 1024]);
  }
  return ring;
}

function simplified(ring: Ring): Ring {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  let [far, most] = [0, TOLERANCE];
  for (let at = 1; at < ring.length - 1; at++) {
    const away = distance(ring[at]!, first, last);
    if (away > most) [far, most] = [at, away];
  }
  if (far === 0) return ring.length > 1 ? [first, last] : ring;
  return [...simplified(ring.slice(0, far + 1)), ...simplified(ring.slice(far)).slice(1)];
}

function distance([x, y]: number[], [ax, ay]: number[], [bx, by]: number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x! - ax!) * dx + (y! - ay!) * dy) / length));
  return Math.hypot(x! - ax! - share * dx, y! - ay! - share * dy);
}

const whole = (degrees: number) => Math.round(degrees * 100);

/** A ring as deltas, without the repeated end; undefined if too small. */
function steps(ring: Ring): number[] | undefined {
  const half = ring.length >> 1;
  // a closed ring is split in two, because its ends are the same point
  const line = [...simplified(ring.slice(0, half + 1)), ...simplified(ring.slice(half)).slice(1)];
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
    const offsets = type === 'Polygon' ? [encodeOffsets as number[][]] : (encodeOffsets as number[][][]);
    const rings = polygons.flatMap((polygon, index) => polygon.map((text, at) => steps(decoded(text, offsets[index]![at]!))));
    const [lng, lat] = properties.cp.map(whole);
    return { code: id, lng, lat, rings: rings.filter((ring) => ring !== undefined) };
  })
  .filter(({ rings }) => rings.length > 0)
  .sort((one, other) => (one.code < other.code ? -1 : 1));

const file = path.join(import.meta.dirname, '../reference-data/regions/boundaries.json');
writeFileSync(file, `[\n${cities.map((city) => JSON.stringify(city)).join(',\n')}\n]\n`);
