import { provinces } from '../china-map/outlines.ts';
import { project, unproject } from '../china-map/project.ts';
import { type Outline, outlineOf } from '../china-map/region-outline.ts';
import type { RouteStop } from '../route-map.tsx';
import { type Camera, distanceOf, greatCirclePoints, type StageSize, toScreen } from './camera.ts';

interface Label {
  code: string;
  text: string;
  x: number;
  y: number;
}

const CITY_LABELS_ZOOM = 6.2;

/** Provinces without cities, which are labelled at all levels. */
const PROVINCE_CITIES = new Set(['110000', '120000', '310000', '500000', '710000', '810000', '820000']);

/** Labels of visible regions without overlaps; `occupied` are positions of the route's stops and their names. */
export function visibleLabels(
  camera: Camera,
  stage: StageSize,
  cities: readonly Outline[],
  english: boolean,
  occupied: readonly (readonly [number, number])[],
) {
  const showsCities = camera.zoom >= CITY_LABELS_ZOOM && cities.length > 0;
  const candidates = showsCities ? [...provinces.filter(({ code }) => PROVINCE_CITIES.has(code)), ...cities] : provinces;
  const labels: Label[] = [];
  const isFree = (x: number, y: number, wide: number) =>
    [...labels.map(({ x: left, y: top }) => [left, top] as const), ...occupied].every(
      ([left, top]) => Math.abs(left - x) > wide || Math.abs(top - y) > 20,
    );
  for (const { code, zh, en, x: labelX, y: labelY } of candidates) {
    const [x, y] = toScreen(camera, stage, [labelX, labelY]);
    const text = english ? en : zh;
    if (x < 8 || y < 8 || x > stage.width - 8 || y > stage.height - 8) continue;
    if (isFree(x, y, english ? 72 : 48)) labels.push({ code, text, x, y });
  }
  return labels;
}

/** A stop with its map position. */
export interface PlacedStop {
  stop: RouteStop;
  name: string;
  point: readonly [x: number, y: number];
  position: readonly [lng: number, lat: number];
}

export interface Leg {
  from: PlacedStop;
  to: PlacedStop;
  metres: number;
  /** The great circle in map units. */
  path: readonly (readonly [x: number, y: number])[];
}

/** Stops at their coordinates, otherwise at the centre of their city or province. */
export function placeStops(stops: readonly RouteStop[], outlineByCode: ReadonlyMap<string, Outline>, english: boolean): PlacedStop[] {
  return stops.flatMap((stop): PlacedStop[] => {
    const outline = stop.regionCode ? outlineOf(outlineByCode, stop.regionCode) : undefined;
    const name = stop.name ?? (outline && (english ? outline.en : outline.zh)) ?? stop.text;
    if (stop.lng != null && stop.lat != null) return [{ stop, name, point: project(stop.lng, stop.lat), position: [stop.lng, stop.lat] }];
    return outline ? [{ stop, name, point: [outline.x, outline.y], position: unproject(outline.x, outline.y) }] : [];
  });
}

export const legsOf = (places: readonly PlacedStop[]): Leg[] =>
  places.slice(1).map((to, at) => {
    const from = places[at]!;
    const path = greatCirclePoints(from.position, to.position).map(([lng, lat]) => project(lng, lat));
    return { from, to, metres: distanceOf(from.position, to.position), path };
  });
