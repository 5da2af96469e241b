/** Recent devices of a code, newest last: device in base64, second of its last scan, visit number. */
export type Recent = [device: string, second: number, session: number][];

export interface Counter {
  sessions: number;
  recent: Recent;
  /** Milliseconds since 1970; null before the first visit. */
  firstTime: number | null;
  firstRegion: string | null;
  firstRegionCode: string | null;
}

export interface ScanSource {
  device: Buffer;
  /** Estimated device id from before the device had a cookie. */
  formerDevice?: Buffer | undefined;
  region: string | null;
  regionCode: string | null;
}

/** A code with more devices per window is certainly copied; the oldest are dropped. */
const MAX_RECENT_DEVICES = 256;

/** Scans by one device within `window` milliseconds of its last scan are one visit. */
export function countVisit(counter: Counter, visit: ScanSource, now: number, window: number): { counter: Counter; visitNumber: number } {
  const second = Math.floor(now / 1000);
  const device = visit.device.toString('base64');
  const former = visit.formerDevice?.toString('base64');
  const activeDevices = counter.recent.filter(([, last]) => (second - last) * 1000 <= window);
  const existing =
    activeDevices.findLast(([recentDevice]) => recentDevice === device) ??
    activeDevices.findLast(([recentDevice]) => recentDevice === former);
  const visitNumber = existing?.[2] ?? counter.sessions + 1;
  const others = activeDevices.filter(([recentDevice]) => recentDevice !== device);
  return {
    visitNumber,
    counter: {
      sessions: Math.max(counter.sessions, visitNumber),
      recent: [...others, [device, second, visitNumber] satisfies Recent[number]].slice(-MAX_RECENT_DEVICES),
      firstTime: counter.firstTime ?? now,
      firstRegion: counter.firstTime === null ? visit.region : counter.firstRegion,
      firstRegionCode: counter.firstTime === null ? visit.regionCode : counter.firstRegionCode,
    },
  };
}
