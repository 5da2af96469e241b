import { project, unproject } from '../china-map/project.ts';
import { type Outline, outlineOf } from '../china-map/shape.ts';
import type { RouteStop } from '../route-map.tsx';
import { distanceOf, greatCirclePoints } from './great-circle.ts';

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
