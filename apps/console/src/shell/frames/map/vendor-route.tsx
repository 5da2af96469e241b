import type { MapService } from '@suyuan/contract';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../data/words.ts';
import type { Ends } from './ends.ts';
import { type Drive, type Vendor, vendorIn } from './vendor.ts';

interface VendorRouteProps {
  service: MapService;
  ends: Ends | undefined;
  /** Runs once the map is loaded, with undefined on failure. */
  onVendor: (vendor: Vendor | undefined) => void;
}

type State = 'coming' | 'there' | 'lost';

export function VendorRoute({ service, ends, onVendor }: VendorRouteProps) {
  const t = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const vendor = useRef<Vendor>(undefined);
  const [state, turn] = useState<State>('coming');
  const [drive, keep] = useState<{ of: Ends; found: Drive | undefined; failed?: boolean }>();

  const bring = async () => {
    if (!frame.current) return;
    const dark = document.documentElement.dataset.scheme === 'dark';
    vendor.current = await vendorIn(frame.current, service, dark).catch(() => undefined);
    turn(vendor.current ? 'there' : 'lost');
    onVendor(vendor.current);
  };
  useEffect(() => {
    if (!ends || state !== 'there') return;
    let stale = false;
    vendor.current
      ?.drive(ends.start, ends.end)
      .then(
        (found) => ({ of: ends, found }),
        () => ({ of: ends, found: undefined, failed: true }),
      )
      .then((answer) => !stale && keep(answer));
    return () => {
      stale = true;
    };
  }, [ends, state]);

  const answer = drive?.of === ends ? drive : undefined;
  return (
    <>
      {state === 'lost' && <Alert type="error" showIcon title={t('shell.frame.map.lost')} className="map-note" />}
      {answer?.failed && <Alert type="error" showIcon title={t('shell.frame.map.failed')} className="map-note" />}
      {answer && !answer.failed && !answer.found && (
        <Alert type="warning" showIcon role="status" title={t('shell.frame.map.noWay', { ...answer.of })} className="map-note" />
      )}
      {answer?.found && (
        <p className="map-drive" role="status">
          {t('shell.frame.map.drive', { km: Math.round(answer.found.metres / 1000), time: hours(answer.found.seconds) })}
        </p>
      )}
      <iframe ref={frame} className="map-frame" src="/map/frame" title={t('shell.page.map')} onLoad={() => void bring()} />
      {answer?.found && answer.found.steps.length > 0 && (
        <ol className="route-legs">
          {answer.found.steps.map(({ text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same turn may be taken twice
            <li key={at}>{text}</li>
          ))}
        </ol>
      )}
    </>
  );
}

/** `5:07`, hours and minutes. */
const hours = (seconds: number) => {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
