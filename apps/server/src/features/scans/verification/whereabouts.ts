import { type Position, provinceOf, regionContains } from '@suyuan/contract';
import { regionOf } from '../place/place.service.ts';
import { centreOf, kilometres, regionAt } from '../place/position.ts';
import { regionCodeOf, regionFullName } from '../place/regions.ts';
import type { Thresholds } from './thresholds.ts';

/** Where a scan was, as far as is known. */
export interface Whereabouts {
  /** In words; null: not known. */
  region: string | null;
  /** Of a place in China. */
  regionCode: string | null;
  /** Given by the consumer; null: the region is that of the network address. */
  lng: number | null;
  lat: number | null;
  accuracy: number | null;
}

/** Metres beyond which a position names no city. */
const ROUGH = 5000;

/** Where an address is, or where its owner says to be: a position that holds within 5 km names the region. */
export function whereabouts(ip: string, position?: Position): Whereabouts {
  const { lng = null, lat = null, accuracy = null } = position ?? {};
  const given = { lng, lat, accuracy: accuracy === null ? null : Math.round(accuracy) };
  const exact = position && (position.accuracy ?? 0) <= ROUGH ? regionAt(position) : null;
  if (exact) return { region: regionFullName(exact), regionCode: exact, ...given };
  const region = regionOf(ip);
  return { region, regionCode: regionCodeOf(region), ...given };
}

/** What a region is called, with the province that it lies in. */
export const regionName = (code: string): string => regionFullName(code);

/**
 * Tells whether a scan was outside all of `authorised`; where there is no limit, or no region is known, it was not. The region of an
 * address is taken as exactly as the setting says, and a province that holds an authorised city is not outside.
 */
export function isOutside(
  { regionCode, lng }: Pick<Whereabouts, 'regionCode' | 'lng'>,
  authorised: readonly string[],
  grain: Thresholds['addressGrain'],
): boolean {
  if (!regionCode || authorised.length === 0) return false;
  const at = lng === null && grain === 'province' ? provinceOf(regionCode) : regionCode;
  return !authorised.some((code) => regionContains(code, at) || regionContains(at, code));
}

/** Where a code was verified last. */
export interface LastPlace {
  /** In base64. */
  device: string;
  /** Milliseconds since 1970. */
  time: number;
  lng: number;
  lat: number;
  /** Kilometres that the place may be away from there. */
  within: number;
}

/** Kilometres that people of one province may be away from its middle: so far off, an address says nothing of speed. */
const ADDRESS_WITHIN = 250;

/** The place of a scan for the rule of speed; undefined where none is known. */
export function placeOf(scan: Whereabouts & { device: Buffer }, time: number): LastPlace | undefined {
  const device = scan.device.toString('base64');
  if (scan.lng !== null && scan.lat !== null && (scan.accuracy ?? 0) <= ROUGH)
    return { device, time, lng: scan.lng, lat: scan.lat, within: (scan.accuracy ?? 0) / 1000 };
  const centre = scan.regionCode ? centreOf(scan.regionCode) : undefined;
  return centre && { device, time, ...centre, within: ADDRESS_WITHIN };
}

/** Tells whether a code would have travelled from one device to another faster than goods do. */
export function isTooFast(
  before: LastPlace | null,
  now: LastPlace,
  { speedKmh, speedKm }: Pick<Thresholds, 'speedKmh' | 'speedKm'>,
): boolean {
  if (!before || before.device === now.device) return false;
  const way = kilometres(before, now) - before.within - now.within;
  if (way < speedKm) return false;
  // what is answered within one second is not told apart
  const hours = Math.max(now.time - before.time, 1000) / 3_600_000;
  return way / hours > speedKmh;
}
