import { useMemo } from 'react';
import { findPlace } from '../data/places.ts';
import { useRegions } from '../data/regions.ts';
import { currentLanguage, useWords } from '../data/words.ts';
import { RouteMap, type RouteMapProps } from './route-map.tsx';
import { Failed, Nothing, Waiting } from './states.tsx';

interface RouteBetweenProps extends Pick<RouteMapProps, 'width' | 'height'> {
  startName: string | null | undefined;
  endName: string | null | undefined;
}

/** Unknown names are reported. */
export function RouteBetween({ startName, endName, width, height }: RouteBetweenProps) {
  const t = useWords();
  const { regions, error, retry } = useRegions();
  const names = [startName?.trim() ?? '', endName?.trim() ?? ''];
  const [start = '', end = ''] = names;
  const found = useMemo(() => (regions ? [findPlace(regions, start), findPlace(regions, end)] : []), [regions, start, end]);
  const stops = useMemo(
    () =>
      found.flatMap((place) =>
        typeof place === 'object'
          ? [{ regionCode: place.regionCode, text: place.fullName, ...(!isDrawnByName(place.regionCode) && { name: place.name }) }]
          : [],
      ),
    [found],
  );
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!regions) return <Waiting />;
  if (!start && !end) return <Nothing text={t('kit.route.none')} />;
  const lost = found.findIndex((place) => typeof place !== 'object');
  const count = found[lost];
  if (lost >= 0)
    return (
      <Nothing
        text={
          typeof count === 'number' ? t('kit.route.several', { name: names[lost], count }) : t('kit.route.unknown', { name: names[lost] })
        }
      />
    );
  return <RouteMap title={t('kit.route.between', { start, end })} stops={stops} width={width} height={height} />;
}

/** In English the map names provinces and cities itself. Counties, and all places in Chinese, use the names of regions. */
const isDrawnByName = (regionCode: string) => currentLanguage() === 'en-US' && regionCode.endsWith('00');
