import type { Traceability } from '@suyuan/contract';
import { RouteMap } from '../../../kit/route-map.tsx';
import { Nothing } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';

/** The way on the map, from place to place; what stays where it was is one stop. */
export function TraceRoute({ records, batchNo }: { records: readonly Traceability[]; batchNo: string }) {
  const t = useWords();
  const placed = records.filter(({ regionCode, lng, state }) => state !== 'corrected' && (regionCode !== null || lng !== null));
  const key = ({ regionCode, lng, lat }: Traceability) => (lng === null ? regionCode : `${lng} ${lat}`);
  const stops = placed.filter((record, index) => index === 0 || key(record) !== key(placed[index - 1] as Traceability));
  if (stops.length === 0) return <Nothing text={t('manage.traceability.routeEmpty')} />;
  return (
    <div className="trace-map">
      <RouteMap
        title={`${t('manage.traceability.view.route')} ${batchNo}`}
        stops={stops.map(({ regionCode, lng, lat, stepName, regionName, placeName, eventTime }, index) => ({
          regionCode,
          lng,
          lat,
          ...(placeName && { name: placeName }),
          text: `${t('manage.traceability.routeStep', { place: index + 1 })} ${stepName} ${[regionName, placeName].filter(Boolean).join(' ')} ${eventTime.slice(0, 10)}`,
        }))}
      />
    </div>
  );
}
