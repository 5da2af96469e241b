import { createRequire } from 'node:module';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type IP2Region from 'ip2region';

/** Loaded at the first question: 11 MB of memory that a process without consumers does without. */
let places: IP2Region | undefined;

function load(): IP2Region {
  // a CommonJS package whose default export is a property
  const { default: Places } = createRequire(import.meta.url)('ip2region') as { default: new () => IP2Region };
  return new Places();
}

const PRIVATE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe80:)/i;

/** Whether an address belongs to a private network or to this machine. */
export const isInside = (ip: string): boolean => PRIVATE.test(ip);

/** Where an address is, as logs show it; empty where the data does not know it. */
export const locationOf = (ip: string): string => (isInside(ip) ? zhCN['account.placeInside'] : (regionOf(ip) ?? ''));

/**
 * The region of an address by the data shipped with `ip2region` (MIT): province and city in China, e.g. `浙江省杭州市`, the country
 * elsewhere; null for private addresses and those that the data does not know.
 */
export function regionOf(ip: string): string | null {
  // an address with a zone is a neighbour's
  if (ip.includes('%')) return null;
  places ??= load();
  const found = places.search(ip);
  if (!found) return null;
  const { country, province, city } = found;
  if (!country) return null;
  if (country !== '中国') return country;
  // the data names cities without province the same twice: 上海 上海市
  return (city.startsWith(province) ? city : province + city) || country;
}
