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
