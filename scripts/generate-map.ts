import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectAlbers } from '../apps/console/src/ui/china-map/albers.ts';
import englishNames from '../reference-data/map/english-names.json' with { type: 'json' };
import { degrees, type Point, ringOf, simplify } from './outline-lines.ts';

/**
 * Generates the console's map of China (`reference-data/map`): outlines of provinces and cities, and an inset of the South China Sea
 * islands. Shared borders are simplified identically on both sides, to avoid gaps. Source: the map files of Apache ECharts 4.9 (Apache
 * License 2.0), installed as `china-outlines`.
 */

interface Encoded {
  features: {
    id: string;
    properties: { name: string; cp: Point };
    geometry:
      | { type: 'Polygon'; coordinates: string[]; encodeOffsets: Point[] }
      | { type: 'MultiPolygon'; coordinates: string[][]; encodeOffsets: Point[][] };
  }[];
}
interface Region {
  code: string;
  name: string;
  centre: Point;
  rings: Point[][];
}

const source = path.join(path.dirname(createRequire(import.meta.url).resolve('china-outlines/package.json')), 'map/json');
const target = path.join(import.meta.dirname, '../reference-data/map');
const read = (file: string): Encoded => JSON.parse(readFileSync(path.join(source, file), 'utf8'));

const regionsOf = ({ features }: Encoded): Region[] =>
  features.map(({ id, properties, geometry }) => ({
    code: id,
    name: properties.name,
    centre: properties.cp,
    rings:
      geometry.type === 'Polygon'
        ? geometry.coordinates.map((ring, at) => ringOf(ring, geometry.encodeOffsets[at]!))
        : geometry.coordinates.flatMap((polygon, p) => polygon.map((ring, at) => ringOf(ring, geometry.encodeOffsets[p]![at]!))),
  }));

const WIDTH = 1000;
const MARGIN = 8;
const provinces = regionsOf(read('china.json'));
const all = provinces.flatMap(({ rings }) => rings.flat().map((point) => projectAlbers(...degrees(point))));
const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
const [bottom, top] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
const scale = (WIDTH - 2 * MARGIN) / (right - left);
const HEIGHT = Math.ceil((top - bottom) * scale + 2 * MARGIN);
const place = (point: Point): Point => {
  const [x, y] = projectAlbers(...point);
  return [(x - left) * scale + MARGIN, (top - y) * scale + MARGIN];
};

const keyOf = ([x, y]: Point) => `${x},${y}`;

/** Points where more than two borders meet or one ends; simplification keeps them. */
function junctions(regions: Region[]): Set<string> {
  const neighbours = new Map<string, Set<string>>();
  for (const ring of regions.flatMap(({ rings }) => rings)) {
    const keys = ring.map(keyOf);
    keys.forEach((key, at) => {
      const known = neighbours.get(key) ?? new Set();
      known.add(keys[(at + keys.length - 1) % keys.length]!).add(keys[(at + 1) % keys.length]!);
      known.delete(key);
      neighbours.set(key, known);
    });
  }
  return new Set([...neighbours].filter(([, known]) => known.size > 2).map(([key]) => key));
}

/** From the infinite line. */
function distance([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

/** Simplifies a ring between its junctions. A ring without junctions is split in two at its extreme points. */
function thinned(ring: Point[], kept: Set<string>, tolerance: number): Point[] {
  const open = keyOf(ring[0]!) === keyOf(ring.at(-1)!) ? ring.slice(0, -1) : ring;
  const cuts = open.flatMap((point, at) => (kept.has(keyOf(point)) ? [at] : []));
  if (cuts.length < 2) {
    const start = cuts[0] ?? 0;
    const far = (index: number) => Math.hypot(open[index]![0] - open[start]![0], open[index]![1] - open[start]![1]);
    cuts.splice(
      0,
      cuts.length,
      ...[start, open.reduce((most, _, at) => (far(at) > far(most) ? at : most), start)].toSorted((a, b) => a - b),
    );
  }
  return cuts.flatMap((cut, at) => {
    const next = cuts[at + 1] ?? cuts[0]! + open.length;
    const line = Array.from({ length: next - cut + 1 }, (_, step) => open[(cut + step) % open.length]!).map((point) =>
      place(degrees(point)),
    );
    // normalise the direction, so that both sides get the same result
    const turned = keyOf(line[0]!) > keyOf(line.at(-1)!);
    const done = simplify(turned ? line.toReversed() : line, tolerance, distance);
    return (turned ? done.toReversed() : done).slice(0, -1);
  });
}

/** Rings as a path of relative steps in tenths of a map unit. Drops tiny rings, except the largest of a region. */
function pathOf(rings: Point[][], speck: number): string {
  const areaOf = (ring: Point[]) =>
    Math.abs(ring.reduce((sum, [x, y], at) => sum + x * ring[(at + 1) % ring.length]![1] - ring[(at + 1) % ring.length]![0] * y, 0)) / 2;
  const sized = rings.map((ring) => ({ ring, area: areaOf(ring) })).sort((a, b) => b.area - a.area);
  return sized
    .filter(({ area }, at) => at === 0 || area >= speck)
    .map(({ ring }) => {
      let [x, y] = [0, 0];
      return ring
        .map(([px, py], at) => {
          const [dx, dy] = [Math.round(px * 10) - x, Math.round(py * 10) - y];
          [x, y] = [x + dx, y + dy];
          return at === 0 ? `M${dx},${dy}` : dx === 0 && dy === 0 ? '' : `l${dx},${dy}`;
        })
        .join('')
        .replaceAll(/,-/g, '-')
        .concat('z');
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
/** Islets of a province that its rings do not contain. */
const islets: Record<string, Point[]> = {
  // 钓鱼岛, 赤尾屿
  '710000': [
    [123.47, 25.74],
    [124.56, 25.92],
  ],
};
const isletPath = (code: string) =>
  (islets[code] ?? []).map((point) => {
    const [x, y] = place(point).map((value) => Math.round(value * 10)) as Point;
    return `M${x - 12},${y}l12-12l12,12l-12,12z`;
  });

const english: Record<string, string | undefined> = englishNames;

/** One line per region. `x` and `y` place its label. */
function outlines(regions: Region[], tolerance: number, speck: number): string {
  const kept = junctions(regions);
  const lines = regions
    .toSorted((a, b) => a.code.localeCompare(b.code))
    .map(({ code, name, centre, rings }) => {
      const [x, y] = place(centre).map(round);
      const thinnedRings = rings.map((ring) => thinned(ring, kept, tolerance));
      return JSON.stringify({
        code,
        zh: name,
        en: english[name] ?? name,
        x,
        y,
        path: pathOf(thinnedRings, speck).concat(...isletPath(code)),
      });
    });
  return `[\n${lines.join(',\n')}\n]`;
}

/** The inset's box of 64 × 94 with coast and dashes from ECharts; islands are placed by coordinates. */
const inset = {
  coast: 'M0,3.5 7,11.2 15,11.9 30,7 42,.7 52,.7 56,7.7 59,.7',
  hainan: 'M13,16.1 19,14.7 16,21.7 11,23.1z',
  dashes:
    'M12.5,32.2 14.5,38.5M17,47.6 12.5,53.2M6.5,64.4 8.5,70M23.5,82.6 29.5,79.8M37.5,70.7 43.5,62.3M49,51.1 52,45.5M52,35 52,28.7M52.5,22.4 55.5,17.5M58.5,12.6 62.5,7',
};
const islands = regionsOf(read('province/hainan.json'))
  .find(({ code }) => code === '460300')!
  .rings.map((ring) => degrees(ring[0]!))
  .map(([longitude, latitude]): Point => [round((longitude - 105.6) * 3.67), round((23.775 - latitude) * 4.107)]);
const dots = [...new Map(islands.map((point) => [point.map((value) => Math.round(value / 1.2)).join(), point])).values()]
  .toSorted((a, b) => a[1] - b[1])
  .map(([x, y]) => `M${x},${y}h0`)
  .join('');
/** The tenth dash is east of Taiwan, outside the inset. */
const tenth = [place([122.519, 23.461]), place([122.799, 24.574])].map((point) => point.map(round).join(',')).join(' ');

const country = {
  height: HEIGHT,
  frame: { left, top, scale, margin: MARGIN },
  inset: { ...inset, islands: dots },
  tenthDash: `M${tenth}`,
};
const drawing = Object.entries(country).map(([name, value]) => `"${name}": ${JSON.stringify(value)},\n`);
writeFileSync(path.join(target, 'country.json'), `{\n${drawing.join('')}"provinces": ${outlines(provinces, 0.5, 1.2)}\n}\n`);

const cities = regionsOf(read('china-cities.json')).filter(({ code }) => !code.endsWith('0000'));
writeFileSync(path.join(target, 'cities.json'), `${outlines(cities, 0.5, 0.8)}\n`);
