import type { Region } from '@suyuan/contract';
import { fullNameOf } from './regions.ts';

/** A place of the shipped administrative names. */
export interface Place {
  regionCode: string;
  name: string;
  /** With all that it lies in. */
  fullName: string;
}

/** What a name ends with that people leave out. */
const KIND = /(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|地区|[省市区县旗盟])$/u;

/** 0 province, 1 city, 2 county: the wider a place, the sooner it is meant. */
const depthOf = (code: string) => (code.endsWith('0000') ? 0 : code.endsWith('00') ? 1 : 2);

const bare = (name: string) => (name.length > 2 ? name.replace(KIND, '') : name);

/** Places whose name has `typed` in it, at most `most`: those that begin with it first, the wider before the narrower. */
export function suggestPlaces(regions: readonly Region[], typed: string, most = 12): Place[] {
  const text = typed.trim();
  if (!text) return [];
  const rank = ({ name, code }: Region) => (name === text || bare(name) === text ? 0 : name.startsWith(text) ? 1 : 2) * 4 + depthOf(code);
  const own = regions.filter(({ name }) => name.includes(text));
  const found = own.length > 0 ? own : regions.filter(({ code }) => fullNameOf(regions, code).startsWith(text));
  return found
    .sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1))
    .slice(0, most)
    .map((region) => placeOf(regions, region));
}

const placeOf = (regions: readonly Region[], { code, name }: Region): Place => ({
  regionCode: code,
  name,
  fullName: fullNameOf(regions, code),
});

/**
 * The place that `typed` names: by its name with or without 省, 市 or 县, by its full name, or by how its name alone begins; of several the
 * widest. Undefined: there is none; a number: so many places of one kind are called that.
 */
export function findPlace(regions: readonly Region[], typed: string): Place | number | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const ways: ((region: Region) => boolean)[] = [
    ({ name }) => name === text || bare(name) === text,
    ({ code, name }) => text.endsWith(name) && fullNameOf(regions, code) === text,
    ({ name }) => text.length > 1 && name.startsWith(text),
  ];
  for (const way of ways) {
    const meant = regions.filter(way);
    const widest = Math.min(...meant.map(({ code }) => depthOf(code)));
    const [first, ...more] = meant.filter(({ code }) => depthOf(code) === widest);
    if (first) return more.length > 0 ? more.length + 1 : placeOf(regions, first);
  }
  return undefined;
}
