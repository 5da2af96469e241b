import { hash, hkdfSync } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts';
import { Problem } from '../../../platform/problem.ts';
import { toStoredText } from './scan-id.ts';
import * as queries from './verification.queries.ts';

const DIGEST_BYTES = 16;

/** Device identified by a cookie or by the caller's app. */
export const providedDevice = (kind: 'cookie' | 'app', id: string): Buffer => digestOf(`${kind}|${id}`);

/** Device estimated from address and browser. The daily salt is never stored. */
export const estimatedDevice = (masterKey: Buffer, ip: string, agent: string, day: string): Buffer =>
  digestOf(`${saltOf(masterKey, day)}|${ip}|${agent}`);

/** Parts of a `User-Agent` header that most of them repeat or that say nothing of system, model, browser and app. */
const COMMON_PARTS =
  /^Mozilla\/5\.0 |\b(?:AppleWebKit|Mobile|XWEB|MMWEBSDK|MMWEBID|WeChat|NetType|Language|ABI)\/\S+ ?|\(KHTML, like Gecko\) ?| like Mac OS X|CPU (?=iPhone OS)|Linux; (?:U; )?(?=Android)| Build\/[^;)]*|; wv\b|\b(?:Mobile|Weixin) /g;

/** Maximum characters stored of a browser. */
const MAX_AGENT_LENGTH = 100;

/** `(iPhone; iPhone OS 18_5) MicroMessenger/8.0`: a quarter of the header, which every scan stores. */
export function shortAgent(agent: string): string {
  const isSafari = !/Chrom|Android/.test(agent);
  const named = isSafari
    ? agent.replace(/Version\/(\S+)(.*)Safari\/\S+/, 'Safari/$1$2')
    : agent.replaceAll(/(?:Version|Safari)\/\S+ ?/g, '');
  const short = `${named} `.replaceAll(COMMON_PARTS, '').replaceAll(/\/(\d+(?:\.\d+)?)[\w.]*(?:\([^)]*\))?/g, '/$1');
  return toStoredText(short.trim() || agent, MAX_AGENT_LENGTH);
}

/** Half of a SHA-256: truncation prevents length extension of the salted form. */
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);

const salts = new WeakMap<Buffer, { day: string; salt: string }>();

function saltOf(masterKey: Buffer, day: string): string {
  const cached = salts.get(masterKey);
  if (cached?.day === day) return cached.salt;
  const salt = Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/device/v1|${day}`, 32)).toString('base64');
  salts.set(masterKey, { day, salt });
  return salt;
}

/** Limits unknown codes per address. Resolves to the refusal, or undefined below the limit. */
export const createUnknownCodeLimiter =
  (db: Db) =>
  async (ip: string, perMinute: number): Promise<Problem | undefined> => {
    try {
      await consumeRateLimit(db, 'unknown', perMinute, ip);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return new Problem('unknownLimited', error.params, { cause: error });
    }
  };

interface Blacklist {
  /** Keyed by the first 12 hexadecimal digits; an entry may be a prefix. */
  devices: Map<string, string[]>;
  networks: BlockList;
  empty: boolean;
}

/** Minimum number of hexadecimal digits of a device entry. */
const PREFIX_DIGITS = 12;

/** Checks a device or an address against the blacklist, which is cached for seconds. */
export function createBlacklistCheck(db: Db) {
  const cache = localCacheOf<Promise<Blacklist>>(db, 'blocked_visitors');
  const readCached = () => {
    const cached = cache.get('all');
    if (cached) return cached;
    const blacklist = read(db);
    cache.put('all', blacklist);
    return blacklist;
  };
  return async (device: Buffer, ip: string): Promise<boolean> => {
    const { devices, networks, empty } = await readCached();
    if (empty) return false;
    const deviceHex = device.toString('hex');
    if (devices.get(deviceHex.slice(0, PREFIX_DIGITS))?.some((digits) => deviceHex.startsWith(digits))) return true;
    const family = isIP(ip);
    return family !== 0 && networks.check(ip, family === 4 ? 'ipv4' : 'ipv6');
  };
}

async function read(db: Db): Promise<Blacklist> {
  const rows = await queries.listBlockedVisitors(db);
  const networks = new BlockList();
  const devices = new Map<string, string[]>();
  for (const { device, network } of rows) {
    if (device) devices.set(device.slice(0, PREFIX_DIGITS), [...(devices.get(device.slice(0, PREFIX_DIGITS)) ?? []), device]);
    const [address = '', length] = (network ?? '').split('/');
    if (isIP(address))
      networks.addSubnet(address, Number(length ?? (isIP(address) === 4 ? 32 : 128)), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return { devices, networks, empty: rows.length === 0 };
}
