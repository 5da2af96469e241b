import type { Traceability } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { RouteMap } from '../../../ui/route-map.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { traceStops } from '../shared/trace-stops.ts';

interface TraceRouteProps {
  records: readonly Traceability[];
  batchNo: string;
  /** Paging controls. */
  pages: ReactNode;
}

export function TraceRoute({ records, batchNo, pages }: TraceRouteProps) {
  const t = useTranslations();
  const stops = traceStops(records);
  return (
    <>
      {stops.length === 0 ? (
        <EmptyState text={t('manage.traceability.routeEmpty')} />
      ) : (
        <div className="trace-map">
          <RouteMap title={`${t('manage.traceability.view.route')} ${batchNo}`} stops={stops} />
        </div>
      )}
      {pages}
    </>
  );
}
