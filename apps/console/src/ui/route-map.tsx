import { Suspense } from 'react';
import type { MapPlace } from './china-map.tsx';
import { lazyPart } from './lazy-part.ts';

/** A place on the way. */
export interface RouteStop extends MapPlace {
  /** What stands beside it on the map; the name of its region where absent. */
  name?: string;
}

export interface RouteMapProps {
  /** What the map shows, for those who hear it, and the caption of the table behind it. */
  title: string;
  /** In order. None: central China, to look around. */
  stops: readonly RouteStop[];
  /** Pixels; 480 where absent. */
  height?: number | undefined;
  /** Pixels or any length of CSS; as wide as its place where absent. */
  width?: number | string | undefined;
}

const Drawn = lazyPart(() => import('./route-map/route-map.tsx'));

/**
 * The way from place to place on a tilted map, drawn from shipped outlines: great-circle lines with their distances. It asks nobody, and
 * there is a table of the same behind it.
 */
export function RouteMap(props: RouteMapProps) {
  const { height = 480, width } = props;
  return (
    <Suspense fallback={<div style={{ height, width, maxWidth: '100%' }} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
