import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Validity of a pass, in seconds. */
const LIFE = 12 * 60 * 60;

const macOf = (masterKey: Buffer, until: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/map-pass/v1', 32)))
    .update(until)
    .digest()
    .subarray(0, 16);

/** Creates a pass for the path of map requests. The vendor's script cannot send a token, and the key must not serve strangers. */
export function passUntil(masterKey: Buffer, now: number): string {
  const until = Math.floor(now / 1000 + LIFE).toString(36);
  return `${until}-${macOf(masterKey, until).toString('base64url')}`;
}

/** Whether a pass is authentic and not expired. */
export function isPass(masterKey: Buffer, pass: string, now: number): boolean {
  const [, until = '', mac = ''] = /^([0-9a-z]{1,10})-([\w-]{22})$/.exec(pass) ?? [];
  const given = Buffer.from(mac, 'base64url');
  return given.length === 16 && timingSafeEqual(given, macOf(masterKey, until)) && Number.parseInt(until, 36) * 1000 > now;
}
