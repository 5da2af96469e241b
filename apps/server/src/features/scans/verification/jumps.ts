import type { ScanJump } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { kilometres } from '../place/position.ts';
import { isTooFast, toLastLocation } from './scan-location.ts';
import { type Thresholds, thresholdsOf } from './thresholds.ts';

interface PlacedScan {
  scanId: string;
  scanTime: string;
  batchId: number | null;
  ordinal: number | null;
  region: string;
  regionCode: string | null;
  lng: number | null;
  lat: number | null;
  accuracy: number | null;
  device: Buffer;
}

/**
 * Consecutive scans of one code that the speed rule finds too fast, also where the rule is for staff only.
 * @param scans newest first
 * @returns newest first
 */
export async function findJumps(db: Db, scans: readonly PlacedScan[], most: number): Promise<ScanJump[]> {
  const thresholds = await thresholdsOf(db)();
  return [...Map.groupBy(scans, ({ batchId, ordinal }) => `${batchId}/${ordinal}`).values()]
    .flatMap((scansOfCode) => jumpsOfCode(scansOfCode, thresholds))
    .toSorted((one, other) => (one.scanTime < other.scanTime ? 1 : -1))
    .slice(0, most);
}

/** Milliseconds of a time in the database's format. */
const instantOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`);

function jumpsOfCode(scans: readonly PlacedScan[], thresholds: Thresholds): ScanJump[] {
  const places = scans.toReversed().map((scan) => ({ scan, location: toLastLocation(scan, instantOf(scan.scanTime)) }));
  return places.flatMap(({ scan, location }, at) => {
    const previous = places[at - 1];
    if (!location || !previous?.location || !isTooFast(previous.location, location, thresholds)) return [];
    return [
      {
        fromScanId: previous.scan.scanId,
        toScanId: scan.scanId,
        ordinal: scan.ordinal,
        fromRegion: previous.scan.region,
        fromRegionCode: previous.scan.regionCode,
        toRegion: scan.region,
        toRegionCode: scan.regionCode,
        scanTime: scan.scanTime,
        seconds: Math.round((location.time - previous.location.time) / 1000),
        kilometres: Math.round(kilometres(previous.location, location)),
      },
    ];
  });
}
