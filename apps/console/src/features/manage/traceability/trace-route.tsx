import type { Traceability } from '@suyuan/contract';
import { RouteMap } from '../../../kit/route-map.tsx';
import { Nothing } from '../../../kit/states.tsx';
import { traceStops } from '../../../kit/trace-stops.ts';
import { useWords } from '../../../kit/words.ts';

/** The way on the map, from place to place; what stays where it was is one stop. */
export function TraceRoute({ records, batchNo }: { records: readonly Traceability[]; batchNo: string }) {
  const t = useWords();
  const stops = traceStops(records);
  if (stops.length === 0) return <Nothing text={t('manage.traceability.routeEmpty')} />;
  return (
    <div className="trace-map">
      <RouteMap title={`${t('manage.traceability.view.route')} ${batchNo}`} stops={stops} />
    </div>
  );
}
