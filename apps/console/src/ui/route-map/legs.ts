import { project, unproject } from '../china-map/project.ts';
import { type Outline, outlineOf } from '../china-map/shape.ts';
import type { RouteStop } from '../route-map.tsx';
import { distanceOf, wayOf } from './great-circle.ts';

/** A stop with its map position. */
export interface Placed {
  stop: RouteStop;
  name: string;
  at: readonly [x: number, y: number];
  position: readonly [lng: number, lat: number];
}

export interface Leg {
  from: Placed;
  to: Placed;
  metres: number;
  /** The great circle in map units. */
  way: readonly (readonly [x: number, y: number])[];
}

/** Stops at their coordinates, otherwise at the centre of their city or province. */
export function placed(stops: readonly RouteStop[], known: ReadonlyMap<string, Outline>, english: boolean): Placed[] {
  return stops.flatMap((stop): Placed[] => {
    const outline = stop.regionCode ? outlineOf(known, stop.regionCode) : undefined;
    const name = stop.name ?? (outline && (english ? outline.en : outline.zh)) ?? stop.text;
    if (stop.lng != null && stop.lat != null) return [{ stop, name, at: project(stop.lng, stop.lat), position: [stop.lng, stop.lat] }];
    return outline ? [{ stop, name, at: [outline.x, outline.y], position: unproject(outline.x, outline.y) }] : [];
  });
}

export const legsOf = (places: readonly Placed[]): Leg[] =>
  places.slice(1).map((to, at) => {
    const from = places[at]!;
    const way = wayOf(from.position, to.position).map(([lng, lat]) => project(lng, lat));
    return { from, to, metres: distanceOf(from.position, to.position), way };
  });
