import { LazyBoundary, lazyWithRetry } from './lazy-component.tsx';
import { FigureLoading } from './loading-shapes.tsx';
import type { Tone } from './status-tones.tsx';

export interface MapValue {
  /** A province, or a city on the map of one province. */
  regionCode: string;
  /** Rate from 0 to 1, so that large provinces are not darker because of their size. With `isCount`, a number of records. */
  value: number;
  text: string;
}

/** A place by its coordinates, or by the centre of its region. */
export interface MapPlace {
  regionCode?: string | null;
  lng?: number | null;
  lat?: number | null;
  text: string;
  tone?: Tone;
  /** Number of records at a dot, which scales it; 1 by default. */
  count?: number;
}

export interface ChinaMapProps {
  /** Accessible name of the map and caption of its table. */
  title: string;
  values?: readonly MapValue[];
  /** Title of the value: table column and label of the scale. */
  measure?: string;
  /** Values are whole numbers: the scale has no step between them. */
  isCount?: boolean;
  /** Percent by default; counts in groups of digits. */
  format?: (value: number) => string;
  tone?: Tone | undefined;
  /** Regions with a strong border, down to cities; a county outlines its city. */
  outlined?: readonly string[];
  /** Label of outlined regions, e.g. 授权区域. */
  outlinedName?: string;
  dots?: readonly MapPlace[];
  dotsName?: string;
  route?: readonly MapPlace[];
  /** List behind a value, linked from the region's table row, and from its shape if it cannot be opened. */
  getHref?: ((regionCode: string) => string | undefined) | undefined;
  selectedCodes?: readonly string[];
  onSelect?: (regionCode: string) => void;
  /** `city`: a province opens its cities, and only cities are picked or have values. */
  level?: 'province' | 'city';
  /** Called with the open province, or undefined for the country. */
  onOpen?: (regionCode: string | undefined) => void;
}

const LazyMap = lazyWithRetry(() => import('./china-map/map.tsx'));

/** The outlines load when a map is first displayed. */
export function ChinaMap(props: ChinaMapProps) {
  return (
    <LazyBoundary
      loading={
        <figure className="m-0">
          <FigureLoading className="mt-4 aspect-[1.2]" />
        </figure>
      }
    >
      <LazyMap {...props} />
    </LazyBoundary>
  );
}
