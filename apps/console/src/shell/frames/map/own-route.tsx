import { Alert } from 'antd';
import { useMemo } from 'react';
import { findPlace } from '../../../data/places.ts';
import { useRegions } from '../../../data/regions.ts';
import { useTranslations } from '../../../data/words.ts';
import { RouteBetween } from '../../../ui/route-between.tsx';
import { RouteMap } from '../../../ui/route-map.tsx';
import type { RouteEnds } from './ends.ts';

/** Without an API key: our map with a straight line, and a note about what a key adds. */
export function StraightRoute({ ends }: { ends: RouteEnds | undefined }) {
  const t = useTranslations();
  const { regions } = useRegions();
  const isSamePlace = useMemo(() => {
    const [start, end] = ends && regions ? [findPlace(regions, ends.start), findPlace(regions, ends.end)] : [];
    return typeof start === 'object' && typeof end === 'object' && start.regionCode === end.regionCode;
  }, [ends, regions]);
  return (
    <>
      <Alert type="info" showIcon title={t('shell.frame.map.noKey')} className="map-note" />
      {isSamePlace && <Alert type="warning" showIcon role="status" title={t('shell.frame.map.same')} className="map-note" />}
      {ends ? (
        <RouteBetween startName={ends.start} endName={ends.end} height={520} />
      ) : (
        <RouteMap title={t('shell.page.map')} stops={NONE} height={520} />
      )}
    </>
  );
}

const NONE = [] as const;
