import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { Tone } from './tones.ts';

/** A region with its figure. */
export interface MapValue {
  /** Administrative code of a province; of a city where the map is of one province. */
  regionCode: string;
  /** What the fill goes by: a rate, 0 to 1, so that large provinces are not dark for being large. */
  value: number;
  /** The figure in words, as its tooltip and its row of the table say it. */
  text: string;
}

/** A place on the map: by its position, or the middle of its region. */
export interface MapPlace {
  regionCode?: string | null;
  lng?: number | null;
  lat?: number | null;
  text: string;
  /** `text` does not name the region: the map does, in the language of the page. */
  unnamed?: boolean;
  tone?: Tone;
  /** How many a dot stands for: more make it larger. One where absent. */
  count?: number;
}

export interface ChinaMapProps {
  /** What the map shows: its name for those who hear it, and the caption of the table behind it. */
  title: string;
  values?: readonly MapValue[];
  /** What the fill says: the column of the table and the word beside the scale. */
  measure?: string;
  /** How a step of the scale reads; percent where absent. */
  format?: (value: number) => string;
  tone?: Tone | undefined;
  /** Regions whose border is drawn strongly, down to cities; a county outlines its city. */
  outlined?: readonly string[];
  /** What an outlined region is, e.g. 授权区域. */
  outlinedName?: string;
  dots?: readonly MapPlace[];
  /** What the dots are, e.g. 区域外扫码. */
  dotsName?: string;
  /** Places in order, joined by a line. */
  route?: readonly MapPlace[];
  /** The list behind a region's figure: where its shape leads, once it opens to nothing more, and its row of the table. */
  behind?: ((regionCode: string) => string | undefined) | undefined;
  /** Regions that are chosen. */
  picked?: readonly string[];
  /** Makes regions buttons. */
  onPick?: (regionCode: string) => void;
  /** `city`: a province opens to its cities, which are picked or valued alone. */
  grain?: 'province' | 'city';
  /** Told which province is open, or undefined for the country. */
  onOpen?: (regionCode: string | undefined) => void;
}

const DrawnMap = lazyPart(() => import('./china-map/map.tsx'));

/** The map of China, drawn from shipped outlines; a table of the same behind it. Its outlines load when it is first shown. */
export function ChinaMap(props: ChinaMapProps) {
  return (
    <Suspense fallback={<div className="map map-waiting figure-waiting" />}>
      <DrawnMap {...props} />
    </Suspense>
  );
}
