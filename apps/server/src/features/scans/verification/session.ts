/** Who verified a code lately: device in base64, second of the last scan, session; newest last. */
export type Recent = [device: string, second: number, session: number][];

/** What is counted of a live code. */
export interface Counter {
  sessions: number;
  recent: Recent;
  /** Milliseconds since 1970; null before the first session. */
  firstTime: number | null;
  firstRegion: string | null;
  firstRegionCode: string | null;
}

export interface Visit {
  device: Buffer;
  /** What the device was taken for before it had a cookie. */
  formerDevice?: Buffer | undefined;
  region: string | null;
  regionCode: string | null;
}

/** A code that more devices than this verify within one window is a copied one: the earliest of them are forgotten. */
const REMEMBERED = 256;

/** Counts a scan of a live code and tells its session: one device within `window` milliseconds of its last scan is one session. */
export function countVisit(counter: Counter, visit: Visit, now: number, window: number): { counter: Counter; session: number } {
  const second = Math.floor(now / 1000);
  const device = visit.device.toString('base64');
  const former = visit.formerDevice?.toString('base64');
  const alive = counter.recent.filter(([, last]) => (second - last) * 1000 <= window);
  const met = alive.findLast(([known]) => known === device) ?? alive.findLast(([known]) => known === former);
  const session = met?.[2] ?? counter.sessions + 1;
  const others = alive.filter(([known]) => known !== device);
  return {
    session,
    counter: {
      sessions: Math.max(counter.sessions, session),
      recent: [...others, [device, second, session] satisfies Recent[number]].slice(-REMEMBERED),
      firstTime: counter.firstTime ?? now,
      firstRegion: counter.firstTime === null ? visit.region : counter.firstRegion,
      firstRegionCode: counter.firstTime === null ? visit.regionCode : counter.firstRegionCode,
    },
  };
}
