import { createRequire } from 'node:module';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type IP2Region from 'ip2region';

/** Loaded on first use, because it takes 11 MB. */
let addressDatabase: IP2Region | undefined;

function load(): IP2Region {
  // a CommonJS package whose default export is a property
  const { default: Places } = createRequire(import.meta.url)('ip2region') as { default: new () => IP2Region };
  return new Places();
}

const PRIVATE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe80:)/i;

export const isPrivateAddress = (ip: string): boolean => PRIVATE.test(ip);

/** Location for logs; empty if unknown. */
export const locationOf = (ip: string): string => (isPrivateAddress(ip) ? zhCN['account.placeInside'] : (regionOf(ip) ?? ''));

/** `浙江省杭州市` in China, the country elsewhere; null for private and unknown addresses. Data: `ip2region` (MIT). */
export function regionOf(ip: string): string | null {
  // an address with a zone is link-local
  if (ip.includes('%')) return null;
  addressDatabase ??= load();
  const match = addressDatabase.search(ip);
  if (!match) return null;
  const { country, province, city } = match;
  if (!country) return null;
  if (country !== '中国') return country;
  // for municipalities, the data repeats the name: 上海 上海市
  return (city.startsWith(province) ? city : province + city) || country;
}
