import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Validity of a pass, in seconds. */
const LIFETIME_SECONDS = 12 * 60 * 60;

const macOf = (masterKey: Buffer, expiry: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/map-pass/v1', 32)))
    .update(expiry)
    .digest()
    .subarray(0, 16);

/** Creates a pass for the path of map requests. The vendor's script cannot send a token, and the key must not serve strangers. */
export function createPass(masterKey: Buffer, now: number): string {
  const expiry = Math.floor(now / 1000 + LIFETIME_SECONDS).toString(36);
  return `${expiry}-${macOf(masterKey, expiry).toString('base64url')}`;
}

/** Whether a pass is authentic and not expired. */
export function isPass(masterKey: Buffer, pass: string, now: number): boolean {
  const [, expiry = '', mac = ''] = /^([0-9a-z]{1,10})-([\w-]{22})$/.exec(pass) ?? [];
  const receivedMac = Buffer.from(mac, 'base64url');
  return receivedMac.length === 16 && timingSafeEqual(receivedMac, macOf(masterKey, expiry)) && Number.parseInt(expiry, 36) * 1000 > now;
}

export interface AmapAccount {
  key: string;
  /** Undefined for keys from before 2021-12-02, which need no code. */
  securityCode: string | undefined;
}

/** Vendor host by path. Other paths are refused. */
const hosts: readonly (readonly [path: RegExp, host: string])[] = [
  [/^v4\/map\/styles$/, 'https://webapi.amap.com'],
  [/^v3\/vectormap$/, 'https://fmap01.amap.com'],
  [
    /^v3\/(assistant\/inputtips|place\/(text|around|polygon|detail)|geocode\/(geo|regeo)|config\/district|log\/init)$/,
    'https://restapi.amap.com',
  ],
  [/^(v3|v4|v5)\/direction\/driving$/, 'https://restapi.amap.com'],
];

/** Maximum query length in characters and answer size in bytes. */
const MAX_QUERY_LENGTH = 4000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Timeout of the vendor in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Answers are served as script or data, never as a document. */
const TYPES = [
  ['json', 'application/json; charset=utf-8'],
  ['javascript', 'text/javascript; charset=utf-8'],
  ['octet-stream', 'application/octet-stream'],
  ['protobuf', 'application/octet-stream'],
] as const;

/** The vendor's address with key and code added; undefined if the request is not allowed. */
export function vendorUrl(account: AmapAccount, path: string, query: string): URL | undefined {
  const host = hosts.find(([allowed]) => allowed.test(path))?.[1];
  if (!host || query.length > MAX_QUERY_LENGTH) return undefined;
  const url = new URL(`/${path}`, host);
  for (const [name, value] of new URLSearchParams(query)) if (name !== 'jscode' && name !== 'key') url.searchParams.append(name, value);
  const callback = url.searchParams.get('callback');
  // it is executed at the start of a script in the site's origin
  if (callback !== null && !/^[\w$.]{1,120}$/.test(callback)) return undefined;
  url.searchParams.set('key', account.key);
  if (account.securityCode) url.searchParams.set('jscode', account.securityCode);
  return url;
}

/** The vendor's answer; undefined on timeout, error, redirect or excess size. */
export async function requestVendor(url: URL, referer: string | undefined): Promise<{ type: string; body: Buffer } | undefined> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: referer ? { referer } : {},
  }).catch(() => undefined);
  if (!response?.ok || !response.body) return undefined;
  const body = await readLimited(MAX_ANSWER_BYTES, response.body).catch(() => undefined);
  const contentType = response.headers.get('content-type') ?? '';
  const isScript = url.searchParams.has('callback');
  const type = TYPES.find(([part]) => contentType.includes(part))?.[1] ?? (isScript ? TYPES[1][1] : 'text/plain; charset=utf-8');
  return body && { type, body };
}

/** The content of a stream; undefined if it exceeds `maxBytes` bytes. */
async function readLimited(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
