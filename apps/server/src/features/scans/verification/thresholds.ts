import { type FindingAudience, findingAudiences } from '@suyuan/contract';
import { localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import * as settingService from '../../system/setting/setting.service.ts';

export interface Thresholds {
  sessionMinutes: number;
  /** Visit number from which the wording is stronger. */
  repeatedFrom: number;
  /** Visit number from which a code is suspect. */
  suspectFrom: number;
  /** Limit of unknown codes per address. */
  unknownPerMinute: number;
  /** Audience of the speed finding. */
  speedRule: FindingAudience;
  /** Implausible speed in km/h, over a distance of at least `speedKm` km. */
  speedKmh: number;
  speedKm: number;
  /** Audience of the region finding. */
  regionRule: FindingAudience;
  /** Precision assumed for the region of a network address. */
  addressGrain: 'province' | 'city';
}

const settingKeys = [
  'suyuan.scan.sessionMinutes',
  'suyuan.scan.repeatedFrom',
  'suyuan.scan.suspectFrom',
  'suyuan.scan.unknownPerMinute',
  'suyuan.scan.speedRule',
  'suyuan.scan.speedKmh',
  'suyuan.scan.speedKm',
  'suyuan.scan.regionRule',
  'suyuan.scan.addressGrain',
] as const;

/** Settings that evaluate scans, cached for seconds. */
export function thresholdsOf(db: Db): () => Promise<Thresholds> {
  const cache = localCacheOf<Promise<Thresholds>>(db, 'scan_rules');
  return () => {
    const cached = cache.get('all');
    if (cached) return cached;
    const thresholds = read(db);
    cache.put('all', thresholds);
    return thresholds;
  };
}

async function read(db: Db): Promise<Thresholds> {
  const texts = await settingService.getMany(db, settingKeys);
  const numberSetting = (key: (typeof settingKeys)[number], fallback: number) =>
    /^\d{1,9}$/.test(texts[key]) ? Number(texts[key]) : fallback;
  return {
    sessionMinutes: numberSetting('suyuan.scan.sessionMinutes', 30),
    repeatedFrom: numberSetting('suyuan.scan.repeatedFrom', 6),
    suspectFrom: numberSetting('suyuan.scan.suspectFrom', 11),
    unknownPerMinute: numberSetting('suyuan.scan.unknownPerMinute', 30),
    speedRule: audienceOf(texts['suyuan.scan.speedRule']),
    speedKmh: numberSetting('suyuan.scan.speedKmh', 1000),
    speedKm: numberSetting('suyuan.scan.speedKm', 100),
    regionRule: audienceOf(texts['suyuan.scan.regionRule']),
    addressGrain: texts['suyuan.scan.addressGrain'] === 'city' ? 'city' : 'province',
  };
}

/** An invalid value falls back to the default, which shows consumers nothing. */
export const audienceOf = (text: string): FindingAudience => findingAudiences.find((audience) => audience === text) ?? 'staff';
