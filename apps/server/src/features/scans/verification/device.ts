import { hash, hkdfSync } from 'node:crypto';

const BYTES = 16;

/** The device behind an identifier that it brought: a cookie of ours, or what the caller's app says. */
export const broughtDevice = (kind: 'cookie' | 'app', id: string): Buffer => digestOf(`${kind}|${id}`);

/** The device behind a request that brought none: its address and browser, under a salt of the day that is stored nowhere. */
export const guessedDevice = (masterKey: Buffer, ip: string, agent: string, day: string): Buffer =>
  digestOf(`${saltOf(masterKey, day)}|${ip}|${agent}`);

/** Half of a SHA-256: what is left out keeps the salted form from being continued. */
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, BYTES);

const salts = new WeakMap<Buffer, { day: string; salt: string }>();

function saltOf(masterKey: Buffer, day: string): string {
  const known = salts.get(masterKey);
  if (known?.day === day) return known.salt;
  const salt = Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/device/v1|${day}`, 32)).toString('base64');
  salts.set(masterKey, { day, salt });
  return salt;
}
