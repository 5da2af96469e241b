import type { TraceRecord } from '@suyuan/contract';
import type { RouteStop } from '../../../ui/route-map.tsx';

/** A place on a product's route with its events, in order. */
export interface TraceStop extends RouteStop {
  steps: TraceRecord[];
}

/** Key of a record's place at map resolution: a tenth of a degree, otherwise the city. */
const placeKey = ({ regionCode, lng, lat }: TraceRecord) =>
  lng === null || lat === null ? regionCode?.slice(0, 4) : `${lng.toFixed(1)} ${lat.toFixed(1)}`;

/** Region and place, or an empty text. */
export const locationText = ({ regionName, placeName }: Pick<TraceRecord, 'regionName' | 'placeName'>): string =>
  [regionName, placeName].filter(Boolean).join(' · ');

/**
 * Stops of a route in order of time. Consecutive records at one place form one stop; corrected records and those without a place are
 * skipped.
 */
export function traceStops(records: readonly TraceRecord[]): TraceStop[] {
  const stops: TraceStop[] = [];
  for (const record of records) {
    const place = placeKey(record);
    if (record.state === 'corrected' || place === undefined) continue;
    const previous = stops.at(-1);
    if (previous?.steps[0] && placeKey(previous.steps[0]) === place) previous.steps.push(record);
    else stops.push({ regionCode: record.regionCode, lng: record.lng, lat: record.lat, text: '', steps: [record] });
  }
  return stops.map((stop) => {
    const [first] = stop.steps;
    const stepsText = stop.steps.map(({ stepName }) => stepName).join(' → ');
    return {
      ...stop,
      text: [stepsText, first && locationText(first), first?.eventTime.slice(0, 10)].filter(Boolean).join(' · '),
      ...(first?.placeName && { name: first.placeName }),
    };
  });
}
