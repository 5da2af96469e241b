import { createHash, createHmac, hkdfSync } from 'node:crypto';

const BYTES = 16;

/** The device behind an identifier that it brought: a cookie of ours, or what the caller's app says. */
export const broughtDevice = (kind: 'cookie' | 'app', id: string): Buffer =>
  createHash('sha256').update(`${kind}|${id}`).digest().subarray(0, BYTES);

/** The device behind a request that brought none: its address and browser, under a salt of the day that is stored nowhere. */
export const guessedDevice = (masterKey: Buffer, ip: string, agent: string, day: string): Buffer =>
  createHmac('sha256', saltOf(masterKey, day)).update(`${ip}|${agent}`).digest().subarray(0, BYTES);

const salts = new WeakMap<Buffer, { day: string; salt: Buffer }>();

function saltOf(masterKey: Buffer, day: string): Buffer {
  const known = salts.get(masterKey);
  if (known?.day === day) return known.salt;
  const salt = Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/device/v1|${day}`, 32));
  salts.set(masterKey, { day, salt });
  return salt;
}
