import { useMemo, useState } from 'react';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import { provinces } from '../china-map/outlines.ts';
import { useCities } from '../china-map/use-cities.ts';
import { FigureRows, type FigureTable, FigureTools } from '../figure-tools.tsx';
import type { RouteMapProps } from '../route-map.tsx';
import { legsOf, placeStops } from './legs.ts';
import { Scene } from './scene.tsx';

const kilometres = (metres: number) => (metres < 100_000 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000));

export default function RouteMapView({ title, stops, height = 480, width }: RouteMapProps) {
  const t = useTranslations();
  const english = currentLanguage() === 'en-US';
  const [isTable, showTable] = useState(false);
  const cities = useCities(true);
  const outlineByCode = useMemo(() => new Map([...provinces, ...(cities ?? [])].map((outline) => [outline.code, outline])), [cities]);
  // waits for the cities, because places would be at the centre of their province
  const places = useMemo(() => (cities ? placeStops(stops, outlineByCode, english) : []), [cities, stops, outlineByCode, english]);
  const legs = useMemo(() => legsOf(places), [places]);
  const total = legs.reduce((sum, { metres }) => sum + metres, 0);
  const table: FigureTable = {
    columns: [t('kit.route.leg'), t('kit.route.straight')],
    rows: legs.map(({ from, to, metres }) => [`${from.name} → ${to.name}`, t('kit.route.distance', { km: kilometres(metres) })]),
  };
  return (
    <figure className="relative m-0 max-w-full min-w-0" aria-label={title} style={{ width }}>
      <FigureTools title={title} table={table} isTable={isTable} onSwitch={showTable} picture="map" className="mb-2">
        {legs.length > 0 && (
          <strong className="me-auto" role="status">
            {t(legs.length > 1 ? 'kit.route.total' : 'kit.route.one', { km: kilometres(total), count: places.length })}
          </strong>
        )}
      </FigureTools>
      {isTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <Scene title={title} places={places} legs={legs} cities={cities ?? []} english={english} height={height} />
      )}
      {stops.length > places.length && cities && (
        <figcaption className="mt-2 text-xs/5 text-muted">{t('kit.route.unplaced', { count: stops.length - places.length })}</figcaption>
      )}
      {!isTable && legs.length > 1 && (
        <ol className="mt-2 mb-0 columns-[2_280px] ps-6 text-xs/5">
          {legs.map(({ from, to, metres }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a route may repeat a leg
            <li key={at}>
              {from.name} → {to.name} <span className="tabular-nums text-muted">{t('kit.route.distance', { km: kilometres(metres) })}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
