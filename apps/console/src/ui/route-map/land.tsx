import { memo } from 'react';
import { provinces, tenthDash } from '../china-map/outlines.ts';
import type { Outline } from '../china-map/shape.ts';

/** Land with borders of provinces and, once loaded, cities. Memoised: only the camera moves. */
export const Land = memo(function Land({ cities }: { cities: readonly Outline[] }) {
  return (
    <>
      <g transform="scale(0.1)">
        {provinces.map(({ code, path }) => (
          <path key={code} d={path} className="route-land" />
        ))}
        {cities.map(({ code, path }) => (
          <path key={code} d={path} className="route-city" />
        ))}
        {provinces.map(({ code, path }) => (
          <path key={code} d={path} className="route-province" />
        ))}
      </g>
      <path d={tenthDash} className="map-dash" />
    </>
  );
});
