import { type FindingAudience, findingAudiences } from '@suyuan/contract';
import { shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import * as configService from '../../system/setting/setting.service.ts';

export interface Thresholds {
  sessionMinutes: number;
  /** Session from which the words are stronger. */
  repeatedFrom: number;
  /** Session from which a code is suspect. */
  suspectFrom: number;
  /** Unknown codes that one address may ask for. */
  unknownPerMinute: number;
  /** Who gets the finding that a code moved too fast. */
  speedRule: FindingAudience;
  /** Kilometres an hour that no goods travel at, over at least `speedKm`. */
  speedKmh: number;
  speedKm: number;
  /** Who gets the finding that a code is outside the region of its holder. */
  regionRule: FindingAudience;
  /** How exactly the region of a network address is taken. */
  addressGrain: 'province' | 'city';
}

const keys = [
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

/** The settings that judge scans, remembered for seconds. */
export function thresholdsOf(db: Db): () => Promise<Thresholds> {
  const shelf = shelfOf<Promise<Thresholds>>(db, 'scan_rules');
  return () => {
    const known = shelf.get('all');
    if (known) return known;
    const thresholds = read(db);
    shelf.put('all', thresholds);
    return thresholds;
  };
}

async function read(db: Db): Promise<Thresholds> {
  const texts = await configService.getMany(db, keys);
  const number = (key: (typeof keys)[number], absent: number) => (/^\d{1,9}$/.test(texts[key]) ? Number(texts[key]) : absent);
  return {
    sessionMinutes: number('suyuan.scan.sessionMinutes', 30),
    repeatedFrom: number('suyuan.scan.repeatedFrom', 6),
    suspectFrom: number('suyuan.scan.suspectFrom', 11),
    unknownPerMinute: number('suyuan.scan.unknownPerMinute', 30),
    speedRule: audienceOf(texts['suyuan.scan.speedRule']),
    speedKmh: number('suyuan.scan.speedKmh', 1000),
    speedKm: number('suyuan.scan.speedKm', 100),
    regionRule: audienceOf(texts['suyuan.scan.regionRule']),
    addressGrain: texts['suyuan.scan.addressGrain'] === 'city' ? 'city' : 'province',
  };
}

/** A text that is none of the choices is read as the default, which shows consumers nothing. */
export const audienceOf = (text: string): FindingAudience => findingAudiences.find((audience) => audience === text) ?? 'staff';
