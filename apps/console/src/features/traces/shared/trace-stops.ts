import type { Traceability } from '@suyuan/contract';
import type { RouteStop } from '../../../ui/route-map.tsx';

/** A place on the way of goods with what happened there, in order. */
export interface TraceStop extends RouteStop {
  steps: Traceability[];
}

/** Where a record is, as finely as a map of the country shows it: a tenth of a degree, else its city. */
const placeOf = ({ regionCode, lng, lat }: Traceability) =>
  lng === null || lat === null ? regionCode?.slice(0, 4) : `${lng.toFixed(1)} ${lat.toFixed(1)}`;

/** The stations of a way in the order of time: what stays in its place is one of them, what was corrected or has no place is none. */
export function traceStops(records: readonly Traceability[]): TraceStop[] {
  const stops: TraceStop[] = [];
  for (const record of records) {
    const place = placeOf(record);
    if (record.state === 'corrected' || place === undefined) continue;
    const before = stops.at(-1);
    if (before?.steps[0] && placeOf(before.steps[0]) === place) before.steps.push(record);
    else stops.push({ regionCode: record.regionCode, lng: record.lng, lat: record.lat, text: '', steps: [record] });
  }
  return stops.map((stop) => {
    const [first] = stop.steps;
    const where = [first?.regionName, first?.placeName].filter(Boolean).join(' ');
    const what = stop.steps.map(({ stepName }) => stepName).join(' → ');
    return {
      ...stop,
      text: [what, where, first?.eventTime.slice(0, 10)].filter(Boolean).join(' · '),
      ...(first?.placeName && { name: first.placeName }),
    };
  });
}
