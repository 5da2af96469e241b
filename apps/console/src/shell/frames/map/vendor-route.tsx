import type { MapService } from '@suyuan/contract';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import type { RouteEnds } from './ends.ts';
import { type DrivingRoute, loadVendor, type MapVendor } from './vendor.ts';

interface VendorRouteProps {
  service: MapService;
  ends: RouteEnds | undefined;
  /** Runs once the map is loaded, with undefined on failure. */
  onVendor: (vendor: MapVendor | undefined) => void;
}

type State = 'coming' | 'there' | 'lost';

export function VendorRoute({ service, ends, onVendor }: VendorRouteProps) {
  const t = useTranslations();
  const frame = useRef<HTMLIFrameElement>(null);
  const vendor = useRef<MapVendor>(undefined);
  const [state, setState] = useState<State>('coming');
  const [routeResult, setRouteResult] = useState<{ of: RouteEnds; route: DrivingRoute | undefined; failed?: boolean }>();

  const loadMap = async () => {
    if (!frame.current) return;
    const dark = document.documentElement.dataset.scheme === 'dark';
    vendor.current = await loadVendor(frame.current, service, dark).catch(() => undefined);
    setState(vendor.current ? 'there' : 'lost');
    onVendor(vendor.current);
  };
  useEffect(() => {
    if (!ends || state !== 'there') return;
    let isStale = false;
    vendor.current
      ?.findRoute(ends.start, ends.end)
      .then(
        (route) => ({ of: ends, route }),
        () => ({ of: ends, route: undefined, failed: true }),
      )
      .then((answer) => !isStale && setRouteResult(answer));
    return () => {
      isStale = true;
    };
  }, [ends, state]);

  const answer = routeResult?.of === ends ? routeResult : undefined;
  return (
    <>
      {state === 'lost' && <Alert type="error" showIcon title={t('shell.frame.map.lost')} className="map-note" />}
      {answer?.failed && <Alert type="error" showIcon title={t('shell.frame.map.failed')} className="map-note" />}
      {answer && !answer.failed && !answer.route && (
        <Alert type="warning" showIcon role="status" title={t('shell.frame.map.noWay', { ...answer.of })} className="map-note" />
      )}
      {answer?.route && (
        <p className="map-drive" role="status">
          {t('shell.frame.map.drive', { km: Math.round(answer.route.metres / 1000), time: formatHours(answer.route.seconds) })}
        </p>
      )}
      <iframe ref={frame} className="map-frame" src="/map/frame" title={t('shell.page.map')} onLoad={() => void loadMap()} />
      {answer?.route && answer.route.steps.length > 0 && (
        <ol className="route-legs">
          {answer.route.steps.map(({ text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same turn may be taken twice
            <li key={at}>{text}</li>
          ))}
        </ol>
      )}
    </>
  );
}

/** `5:07`, hours and minutes. */
const formatHours = (seconds: number) => {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
