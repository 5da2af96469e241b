import { useMemo } from 'react';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { findPlace, useRegions } from '../data/regions.ts';
import type { MapPlace } from './china-map.tsx';
import { LazyBoundary, lazyWithRetry } from './lazy-component.tsx';
import { EmptyState, ErrorState, LoadingState } from './states.tsx';

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
    <LazyBoundary loading={<div style={{ height, width, maxWidth: '100%' }} />}>
      <LazyRouteMap {...props} />
    </LazyBoundary>
  );
}

interface RouteBetweenProps extends Pick<RouteMapProps, 'width' | 'height'> {
  startName: string | null | undefined;
  endName: string | null | undefined;
}

/** Unknown names are reported. */
export function RouteBetween({ startName, endName, width, height }: RouteBetweenProps) {
  const t = useTranslations();
  const { regions, error, retry } = useRegions();
  const names = [startName?.trim() ?? '', endName?.trim() ?? ''];
  const [start = '', end = ''] = names;
  const places = useMemo(() => (regions ? [findPlace(regions, start), findPlace(regions, end)] : []), [regions, start, end]);
  const stops = useMemo(
    () =>
      places.flatMap((place) =>
        typeof place === 'object'
          ? [{ regionCode: place.regionCode, text: place.fullName, ...(!isNamedByMap(place.regionCode) && { name: place.name }) }]
          : [],
      ),
    [places],
  );
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!regions) return <LoadingState />;
  if (!start && !end) return <EmptyState text={t('kit.route.none')} />;
  const missingIndex = places.findIndex((place) => typeof place !== 'object');
  const count = places[missingIndex];
  if (missingIndex >= 0)
    return (
      <EmptyState
        text={
          typeof count === 'number'
            ? t('kit.route.several', { name: names[missingIndex], count })
            : t('kit.route.unknown', { name: names[missingIndex] })
        }
      />
    );
  return <RouteMap title={t('kit.route.between', { start, end })} stops={stops} width={width} height={height} />;
}

/** In English the map names provinces and cities itself. Counties, and all places in Chinese, use the names of regions. */
const isNamedByMap = (regionCode: string) => currentLanguage() === 'en-US' && regionCode.endsWith('00');
