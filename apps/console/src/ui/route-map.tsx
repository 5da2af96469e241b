import { Suspense } from 'react';
import type { MapPlace } from './china-map.tsx';
import { lazyWithRetry } from './lazy-part.ts';

export interface RouteStop extends MapPlace {
  /** By default the name of its region. */
  name?: string;
}

export interface RouteMapProps {
  /** Accessible name of the map and caption of its table. */
  title: string;
  /** In order. Empty: shows central China. */
  stops: readonly RouteStop[];
  height?: number | undefined;
  /** Pixels or a CSS length; the container's width by default. */
  width?: number | string | undefined;
}

const LazyRouteMap = lazyWithRetry(() => import('./route-map/route-map.tsx'));

/** Uses shipped outlines, so it needs no map service. */
export function RouteMap(props: RouteMapProps) {
  const { height = 480, width } = props;
  return (
    <Suspense fallback={<div style={{ height, width, maxWidth: '100%' }} />}>
      <LazyRouteMap {...props} />
    </Suspense>
  );
}
