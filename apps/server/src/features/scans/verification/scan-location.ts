import { type Position, provinceOf, regionContains } from '@suyuan/contract';
import { regionOf } from '../place/place.service.ts';
import { centreOf, cityRegionAt, isCityExact, kilometres } from '../place/position.ts';
import { regionCodeOf, regionFullName } from '../place/regions.ts';
import type { Thresholds } from './thresholds.ts';

export interface ScanLocation {
  /** Name; null if unknown. */
  region: string | null;
  /** Only for places in China. */
  regionCode: string | null;
  /** Position from the consumer; null if the region comes from the network address. */
  lng: number | null;
  lat: number | null;
  accuracy: number | null;
}

/** Uses the consumer's position if its accuracy is within 5 km. */
export function locateScan(ip: string, position?: Position): ScanLocation {
  const { lng = null, lat = null, accuracy = null } = position ?? {};
  const coordinates = { lng, lat, accuracy: accuracy === null ? null : Math.round(accuracy) };
  const exactCode = position && cityRegionAt(position);
  if (exactCode) return { region: regionFullName(exactCode, 'zh-CN'), regionCode: exactCode, ...coordinates };
  const region = regionOf(ip);
  return { region, regionCode: regionCodeOf(region), ...coordinates };
}

/** As stored with scans: in Chinese, with the province's name. */
export const regionName = (code: string): string => regionFullName(code, 'zh-CN');

/**
 * False if there is no limit or the region is unknown. With `province` precision, an address is inside if its province contains an
 * authorised city.
 */
export function isOutside(
  { regionCode, lng }: Pick<ScanLocation, 'regionCode' | 'lng'>,
  authorised: readonly string[],
  grain: Thresholds['addressGrain'],
): boolean {
  if (!regionCode || authorised.length === 0) return false;
  const comparedCode = lng === null && grain === 'province' ? provinceOf(regionCode) : regionCode;
  return !authorised.some((code) => regionContains(code, comparedCode) || regionContains(comparedCode, code));
}

export interface LastLocation {
  /** Base64. */
  device: string;
  /** Milliseconds since 1970. */
  time: number;
  lng: number;
  lat: number;
  /** Uncertainty in kilometres. */
  within: number;
}

/** Uncertainty of an address in kilometres: the distance from a province's centre to its border. */
const ADDRESS_UNCERTAINTY_KM = 250;

/** Input of the speed rule; undefined if the location is unknown. */
export function toLastLocation(scan: ScanLocation & { device: Buffer }, time: number): LastLocation | undefined {
  const device = scan.device.toString('base64');
  if (scan.lng !== null && scan.lat !== null && isCityExact(scan))
    return { device, time, lng: scan.lng, lat: scan.lat, within: (scan.accuracy ?? 0) / 1000 };
  const centre = scan.regionCode ? centreOf(scan.regionCode) : undefined;
  return centre && { device, time, ...centre, within: ADDRESS_UNCERTAINTY_KM };
}

/** Whether a code moved between two devices faster than products can travel. */
export function isTooFast(
  previous: LastLocation | null,
  current: LastLocation,
  { speedKmh, speedKm }: Pick<Thresholds, 'speedKmh' | 'speedKm'>,
): boolean {
  if (!previous || previous.device === current.device) return false;
  const distanceKm = kilometres(previous, current) - previous.within - current.within;
  if (distanceKm < speedKm) return false;
  // times within one second are not distinguished
  const hours = Math.max(current.time - previous.time, 1000) / 3_600_000;
  return distanceKm / hours > speedKmh;
}
