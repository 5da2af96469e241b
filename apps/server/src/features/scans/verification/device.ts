import { hash, hkdfSync } from 'node:crypto';

const DIGEST_BYTES = 16;

/** Device identified by a cookie or by the caller's app. */
export const providedDevice = (kind: 'cookie' | 'app', id: string): Buffer => digestOf(`${kind}|${id}`);

/** Device estimated from address and browser. The daily salt is never stored. */
export const estimatedDevice = (masterKey: Buffer, ip: string, agent: string, day: string): Buffer =>
  digestOf(`${saltOf(masterKey, day)}|${ip}|${agent}`);

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
