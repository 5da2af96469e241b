import boundaries from '../../../../../../reference-data/regions/boundaries.json' with { type: 'json' };

/** Degrees (WGS 84). */
export interface Position {
  lng: number;
  lat: number;
}

/** Boundary of a city, as stored. */
interface Boundary {
  code: string;
  /** Centre in hundredths of a degree. */
  lng: number;
  lat: number;
  /** Alternating longitudes and latitudes in hundredths of a degree: the first point, then the difference to each next one. */
  rings: number[][];
}

interface City {
  code: string;
  centre: Position;
  /** Alternating longitudes and latitudes in hundredths of a degree; the ring is closed implicitly. */
  rings: number[][];
  box: [west: number, south: number, east: number, north: number];
}

let citiesByCode: Map<string, City> | undefined;

/** Decoded on first use. */
function cities(): Map<string, City> {
  citiesByCode ??= new Map(boundaries.map((boundary) => [boundary.code, cityOf(boundary)]));
  return citiesByCode;
}

function cityOf({ code, lng, lat, rings: stored }: Boundary): City {
  const rings = stored.map(pointsOf);
  const all = rings.flat();
  const [lngs, lats] = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
  const box: City['box'] = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
  return { code, centre: { lng: lng / 100, lat: lat / 100 }, rings, box };
}

function pointsOf(ring: readonly number[]): number[] {
  const points = [...ring];
  for (let at = 2; at < points.length; at++) points[at] = points[at]! + points[at - 2]!;
  return points;
}

/** Ray casting: a ray to the east crosses the ring an odd number of times. */
function isWithin(ring: number[], x: number, y: number): boolean {
  let within = false;
  for (let at = 0, previous = ring.length - 2; at < ring.length; previous = at, at += 2) {
    const [ax, ay, bx, by] = [ring[previous]!, ring[previous + 1]!, ring[at]!, ring[at + 1]!];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) within = !within;
  }
  return within;
}

/** City of a position, or the province if it has no cities; null outside China. */
export function regionAt({ lng, lat }: Position): string | null {
  const [x, y] = [lng * 100, lat * 100];
  for (const { code, rings, box } of cities().values()) {
    const [west, south, east, north] = box;
    if (x < west || x > east || y < south || y > north) continue;
    if (rings.filter((ring) => isWithin(ring, x, y)).length % 2 === 1) return code;
  }
  return null;
}

/** Accuracy in metres above which a position is too inexact for a city. */
const MAX_CITY_ACCURACY_M = 5000;

/** Measured in metres; absent if unknown. */
interface Accuracy {
  accuracy?: number | null | undefined;
}

export const isCityExact = ({ accuracy }: Accuracy): boolean => (accuracy ?? 0) <= MAX_CITY_ACCURACY_M;

/** As `regionAt`; null if the position is too inexact for a city. */
export const cityRegionAt = (position: Position & Accuracy): string | null => (isCityExact(position) ? regionAt(position) : null);

/** Approximate centre of a city, or of a province's capital; undefined outside China. */
export function centreOf(code: string): Position | undefined {
  const all = cities();
  const city =
    all.get(code) ?? all.get(`${code.slice(0, 4)}00`) ?? all.get(`${code.slice(0, 2)}0000`) ?? all.get(`${code.slice(0, 2)}0100`);
  return city?.centre;
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres. */
export function kilometres(one: Position, other: Position): number {
  const [north, east] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2];
  const share = Math.sin(north) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(east) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}
