import type { MapService } from '@suyuan/contract';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';

/** The parts of AMap's JS API 2.0 in use; its script has no types. */
interface Amap {
  Map: new (container: string, options: Record<string, unknown>) => { destroy(): void };
  AutoComplete: new (options: {
    city: string;
  }) => { search(query: string, callback: (status: string, result: SuggestionResult) => void): void };
  Driving: new (
    options: Record<string, unknown>,
  ) => {
    clear(): void;
    search(points: readonly { keyword: string; city: string }[], callback: (status: string, result: RouteResult | string) => void): void;
  };
  DrivingPolicy: { LEAST_TIME: number };
}
interface SuggestionResult {
  tips?: readonly { name: string; district?: string }[];
}
interface RouteResult {
  routes?: readonly { distance: number; time: number; steps?: readonly { instruction: string; distance: number }[] }[];
}

/** The iframe's window, after the vendor's script has loaded. */
interface MapWindow extends Window {
  AMap?: Amap;
  _AMapSecurityConfig?: { serviceHost: string };
}

interface MapSuggestion {
  name: string;
  district: string;
}

interface DrivingRoute {
  metres: number;
  seconds: number;
  steps: readonly { text: string; metres: number }[];
}

export interface MapVendor {
  suggest(query: string): Promise<MapSuggestion[]>;
  /** Resolves to undefined if there is no route or a place is unknown. */
  findRoute(start: string, end: string): Promise<DrivingRoute | undefined>;
}

/** Wuhan, in the middle of central China. */
const DEFAULT_VIEW = { viewMode: '3D', zoom: 8, center: [114.3, 30.59], pitch: 40 };
const NATIONWIDE = '全国';
const PLUGINS = 'AMap.AutoComplete,AMap.Driving';
/** Timeout of the vendor's script in milliseconds. */
const LOAD_TIMEOUT_MS = 20_000;

/**
 * Loads the vendor's map into `frame`. Only this iframe document may load the vendor's script.
 * @throws where the script does not load: no network, wrong key, or a site that the key is not bound to
 */
async function loadVendor(frame: HTMLIFrameElement, { amapKey, servicePath }: MapService, dark: boolean): Promise<MapVendor> {
  // The cast: the vendor's script defines globals of the iframe.
  const mapWindow = frame.contentWindow as MapWindow | null;
  if (!mapWindow) throw new Error('the frame of the map is gone');
  if (servicePath) mapWindow._AMapSecurityConfig = { serviceHost: location.origin + servicePath };
  const amap = mapWindow.AMap ?? (await loadScript(mapWindow, amapKey));
  const map = new amap.Map('map', { ...DEFAULT_VIEW, ...(dark && { mapStyle: 'amap://styles/dark' }) });
  const autoComplete = new amap.AutoComplete({ city: NATIONWIDE });
  const driving = new amap.Driving({ map, city: NATIONWIDE, policy: amap.DrivingPolicy.LEAST_TIME });
  return {
    suggest: (words) =>
      new Promise((resolve) =>
        autoComplete.search(words, (status, result) =>
          resolve(status === 'complete' ? (result.tips ?? []).map(({ name, district }) => ({ name, district: district ?? '' })) : []),
        ),
      ),
    findRoute: (start, end) =>
      new Promise((resolve, reject) => {
        driving.clear();
        const points = [start, end].map((keyword) => ({ keyword, city: NATIONWIDE }));
        driving.search(points, (status, result) => {
          const route = typeof result === 'object' ? result.routes?.[0] : undefined;
          if (status === 'error') return reject(new Error(String(result)));
          resolve(route && { metres: route.distance, seconds: route.time, steps: (route.steps ?? []).map(stepOf) });
        });
      }),
  };
}

const stepOf = ({ instruction, distance }: { instruction: string; distance: number }) => ({ text: instruction, metres: distance });

function loadScript(mapWindow: MapWindow, key: string): Promise<Amap> {
  const { document } = mapWindow;
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the script of the map service could not be loaded'));
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    Object.assign(mapWindow, {
      suyuanMapReady: () => {
        clearTimeout(timer);
        if (mapWindow.AMap) resolve(mapWindow.AMap);
        else fail();
      },
    });
    const query = new URLSearchParams({ v: '2.0', key, plugin: PLUGINS, callback: 'suyuanMapReady' });
    const script = Object.assign(document.createElement('script'), { src: `https://webapi.amap.com/maps?${query}`, onerror: fail });
    document.head.append(script);
  });
}

export interface RouteEnds {
  start: string;
  end: string;
}

interface VendorRouteProps {
  service: MapService;
  ends: RouteEnds | undefined;
  /** Runs once the map is loaded, with undefined on failure. */
  onVendor: (vendor: MapVendor | undefined) => void;
}

type State = 'loading' | 'loaded' | 'failed';

export function VendorRoute({ service, ends, onVendor }: VendorRouteProps) {
  const t = useTranslations();
  const frame = useRef<HTMLIFrameElement>(null);
  const vendor = useRef<MapVendor>(undefined);
  const [state, setState] = useState<State>('loading');
  const [routeResult, setRouteResult] = useState<{ of: RouteEnds; route: DrivingRoute | undefined; failed?: boolean }>();

  const loadMap = async () => {
    if (!frame.current) return;
    const dark = document.documentElement.dataset.scheme === 'dark';
    vendor.current = await loadVendor(frame.current, service, dark).catch(() => undefined);
    setState(vendor.current ? 'loaded' : 'failed');
    onVendor(vendor.current);
  };
  useEffect(() => {
    if (!ends || state !== 'loaded') return;
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
      {state === 'failed' && <Alert type="error" showIcon title={t('shell.frame.map.lost')} className="mb-4!" />}
      {answer?.failed && <Alert type="error" showIcon title={t('shell.frame.map.failed')} className="mb-4!" />}
      {answer && !answer.failed && !answer.route && (
        <Alert type="warning" showIcon role="status" title={t('shell.frame.map.noWay', { ...answer.of })} className="mb-4!" />
      )}
      {answer?.route && (
        <p className="mt-0 mb-2 font-semibold" role="status">
          {t('shell.frame.map.drive', { km: Math.round(answer.route.metres / 1000), time: formatHours(answer.route.seconds) })}
        </p>
      )}
      <iframe
        ref={frame}
        className="block h-[min(560px,70vh)] w-full rounded border border-line"
        src="/map/frame"
        title={t('shell.page.map')}
        onLoad={() => void loadMap()}
      />
      {answer?.route && answer.route.steps.length > 0 && (
        <ol className="mt-2 mb-0 columns-[2_280px] ps-6 text-xs/5">
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
